import { useForm } from '@conform-to/react';
import { MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import { CheckedForm } from '~/ui/form/checked-form';
import { useReply } from '~/ui/form/client-action';
import { ErrorSummary } from '~/ui/form/error-summary';
import { TextField } from '~/ui/form/fields';
import { useRetry } from '~/ui/form/retry';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import type { action } from './form.server';
import type { loader } from './view.server';

type Deals = Awaited<ReturnType<typeof loader>>['deals'];

const SUGGESTIONS_ID = 'deals';

export function AddTaskForm({ deals }: { deals: Deals }) {
  const reply = useReply<typeof action>();
  const { onSubmit, notice } = useRetry('Failed to save the task');
  const [form, fields] = useForm<Record<'pipelineId' | 'title' | 'dueOn', string>>({
    id: 'task',
    lastResult: reply,
    defaultValue: useSavedSubmission<Record<string, string>>(),
    defaultNoValidate: false,
  });
  return (
    <section className="card print:hidden" aria-labelledby="add-task">
      <h2 id="add-task" className="mb-2">
        Add a task
      </h2>
      <CheckedForm form={form} onSubmit={onSubmit} className="grid gap-3">
        {notice}
        {form.errors && <ErrorSummary title="The task was not saved" text={form.errors[0]} />}
        <TextField
          field={fields.pipelineId!}
          label="Deal"
          hint="Type part of the company's name"
          required
          list={SUGGESTIONS_ID}
          autoComplete="off"
          maxLength={300}
        />
        <datalist id={SUGGESTIONS_ID}>
          {deals.map(({ id, companyName }) => (
            <option key={id} value={`${companyName} (#${id})`} />
          ))}
        </datalist>
        <TextField field={fields.title!} label="To do" required autoComplete="off" />
        <div className="w-48">
          <TextField field={fields.dueOn!} label="Day" type="date" min={MIN_DAY} max={MAX_DAY} />
        </div>
        <button className="btn btn-primary justify-self-start">Add task</button>
      </CheckedForm>
    </section>
  );
}
