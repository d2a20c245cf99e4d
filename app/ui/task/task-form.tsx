import { MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import type { TaskInput } from '~/domain/task/schema';
import {
  type GetField,
  RecordForm,
  type RecordReply,
  type RecordValues,
} from '~/ui/deal/record-form';
import { Field, TextField } from '~/ui/form/fields';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import type { SelectOption } from '~/ui/form/select-behavior';

type TaskFieldName = Exclude<keyof TaskInput, 'done'>;

interface TaskFormProps {
  action: string;
  back: string;
  people: SelectOption[];
  addable: SelectOption[];
  reply?: RecordReply;
  values?: RecordValues<TaskFieldName>;
  seen?: string;
  done?: boolean;
}

export function TaskForm({ people, addable, done, ...form }: TaskFormProps) {
  const saved = useSavedSubmission();
  const sent = form.reply?.result.initialValue ?? saved;
  return (
    <RecordForm<TaskFieldName> noun="task" {...form}>
      {(field) => (
        <>
          <TextField field={field('title')} label="To do" required autoComplete="off" />
          <DueInputs field={field} people={people} addable={addable} />
          {done !== undefined && (
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                name="done"
                value="on"
                defaultChecked={sent ? sent.done === 'on' : done}
              />
              Done
            </label>
          )}
        </>
      )}
    </RecordForm>
  );
}

interface DueInputsProps extends Pick<TaskFormProps, 'people' | 'addable'> {
  field: GetField<TaskFieldName>;
}

function DueInputs({ field, people, addable }: DueInputsProps) {
  return (
    <div className="task-when">
      <TextField field={field('dueOn')} label="Day" type="date" min={MIN_DAY} max={MAX_DAY} />
      <TextField field={field('dueAt')} label="Time" type="time" />
      <Field field={field('userId')} label="Who">
        {(control) => (
          <select className="input" {...control}>
            <option value="">Me</option>
            <Options options={people} />
            {addable.length > 0 && (
              <optgroup label="Cannot see this deal">
                <Options options={addable} />
              </optgroup>
            )}
          </select>
        )}
      </Field>
    </div>
  );
}

function Options({ options }: { options: SelectOption[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
