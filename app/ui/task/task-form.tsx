import { MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import { type GetField, RecordForm, type RecordReply } from '~/ui/deal/record-form';
import { Select, TextField } from '~/ui/form/fields';

type TaskFieldName = 'title' | 'dueOn' | 'dueAt' | 'userId';

interface TaskFormProps {
  action: string;
  back: string;
  /** People other than the viewer who see the deal. */
  people: { value: string; label: string }[];
  reply?: RecordReply;
  values?: Partial<Record<TaskFieldName, string | null>>;
  seen?: string;
  /** Set only for a task that the form changes. */
  done?: boolean;
}

export function TaskForm({ people, done, ...form }: TaskFormProps) {
  return (
    <RecordForm<TaskFieldName> noun="task" {...form}>
      {(field) => (
        <>
          <TextField
            field={field('title')}
            label="To do"
            required
            autoComplete="off"
            maxLength={200}
          />
          <DueInputs field={field} people={people} />
          {done !== undefined && (
            <label className="flex items-center gap-2">
              <input type="checkbox" name="done" value="on" defaultChecked={done} />
              Done
            </label>
          )}
        </>
      )}
    </RecordForm>
  );
}

interface DueInputsProps extends Pick<TaskFormProps, 'people'> {
  field: GetField<TaskFieldName>;
}

function DueInputs({ field, people }: DueInputsProps) {
  return (
    <div className="task-when">
      <TextField field={field('dueOn')} label="Day" type="date" min={MIN_DAY} max={MAX_DAY} />
      <TextField field={field('dueAt')} label="Time" type="time" />
      <Select field={field('userId')} label="Who" options={people} empty="Me" />
    </div>
  );
}
