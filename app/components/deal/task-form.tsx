import { Select, TextField } from '~/components/forms/fields';
import { type FieldNamed, PartForm, type PartReply } from './part-form';
import { MAX_DAY, MIN_DAY } from '~/models/dates';

type Key = 'title' | 'dueOn' | 'dueAt' | 'userId';

interface TaskFormProps {
  action: string;
  back: string;
  /** Other people who see the deal. */
  people: { value: string; label: string }[];
  reply?: PartReply;
  values?: Partial<Record<Key, string | null>>;
  seen?: string;
  /** Only for a task that the form changes. */
  done?: boolean;
}

export function TaskForm({ people, done, ...form }: TaskFormProps) {
  return (
    <PartForm<Key> noun="task" {...form}>
      {(field) => (
        <>
          <TextField
            field={field('title')}
            label="To do"
            required
            autoComplete="off"
            maxLength={200}
          />
          <When field={field} people={people} />
          {done !== undefined && (
            <label className="flex items-center gap-2">
              <input type="checkbox" name="done" value="on" defaultChecked={done} />
              Done
            </label>
          )}
        </>
      )}
    </PartForm>
  );
}

interface WhenProps extends Pick<TaskFormProps, 'people'> {
  field: FieldNamed<Key>;
}

function When({ field, people }: WhenProps) {
  return (
    <div className="task-when">
      <TextField field={field('dueOn')} label="Day" type="date" min={MIN_DAY} max={MAX_DAY} />
      <TextField field={field('dueAt')} label="Time" type="time" />
      <Select field={field('userId')} label="Who" options={people} empty="Me" />
    </div>
  );
}
