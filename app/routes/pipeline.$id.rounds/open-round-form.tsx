import { Form } from '@remix-run/react';
import type { FieldError as WrongField } from '~/errors';
import { useReply } from '~/ui/form/client-action';
import { createField, FieldError, TextField } from '~/ui/form/fields';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import type { action } from './form.server';

interface OpenRoundFormProps {
  candidates: { id: string; name: string }[];
  /** The last day that is offered, as YYYY-MM-DD. */
  until: string;
}

export function OpenRoundForm({ candidates, until }: OpenRoundFormProps) {
  const reply = useReply<typeof action>();
  const savedSubmission = useSavedSubmission<{ until?: string; userIds?: string | string[] }>();
  const sent = reply ?? savedSubmission;
  const chosen = new Set([sent?.userIds ?? []].flat());
  const errors: WrongField[] = reply?.errors ?? [];
  const getError = (path: string) => errors.find((error) => error.path === path)?.message;
  const evaluatorsError = getError('userIds');
  const invalid = evaluatorsError
    ? ({ 'aria-invalid': true, 'aria-describedby': 'asked-error' } as const)
    : undefined;
  return (
    <Form method="post" className="card grid gap-3">
      <OpenedBy />
      <h2>Open a round</h2>
      {getError('') && (
        <p role="alert" className="error">
          {getError('')}
        </p>
      )}
      <TextField
        field={createField('until', sent?.until ?? until, getError('until'))}
        type="date"
        label="Last day (UTC)"
        required
      />
      <fieldset className="grid gap-1">
        <legend className="label">Evaluators</legend>
        {candidates.map((person) => (
          <label key={person.id} className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              name="userIds"
              value={person.id}
              defaultChecked={chosen.has(person.id)}
              {...invalid}
            />
            {person.name}
          </label>
        ))}
        <FieldError id="asked-error" message={evaluatorsError} />
      </fieldset>
      <button className="btn btn-primary justify-self-start">Open round</button>
    </Form>
  );
}
