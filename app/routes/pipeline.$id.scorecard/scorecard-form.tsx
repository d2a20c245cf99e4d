import { Form } from '@remix-run/react';
import { CATEGORIES } from '~/domain/evaluation/criteria';
import { MAX_NOTES_LENGTH } from '~/domain/evaluation/score';
import { MAX_VOTE_REASON_LENGTH } from '~/domain/round/schema';
import { VOTE_LABELS, VOTES } from '~/domain/round/votes';
import { FieldError } from '~/ui/form/fields';

interface ScorecardFormProps {
  values: Record<string, string>;
  errors: { path: string; message: string }[];
  version: number;
  isSubmitted: boolean;
}

/** Uses number fields: unlike a slider, an empty one shows that nothing was assessed. */
export function ScorecardForm({ values, errors, version, isSubmitted }: ScorecardFormProps) {
  const getError = (name: string) =>
    errors.find(({ path }) => path === name || path.endsWith(`.${name}`))?.message;
  const describe = (name: string) =>
    getError(name) ? { 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {};
  const general = getError('scores') ?? getError('');
  return (
    <Form method="post" className="evaluation-form grid gap-4" noValidate>
      <input type="hidden" name="seen" value={version} />
      {errors.length > 0 && (
        <p role="alert" className="notice notice-failed">
          {general ?? 'Not saved. Please correct the marked fields.'}
        </p>
      )}
      {CATEGORIES.map(({ title, notes, criteria }) => (
        <fieldset key={title} className="section">
          <legend>
            <h2>{title}</h2>
          </legend>
          <div className="criteria">
            {criteria.map(({ key, label, help }) => (
              <div key={key} className="criterion">
                <div className="min-w-0">
                  <label htmlFor={key} className="label">
                    {label}
                  </label>
                  <p className="hint">{help}</p>
                </div>
                <input
                  type="number"
                  className="input box"
                  id={key}
                  name={key}
                  min={1}
                  max={10}
                  step={0.1}
                  inputMode="decimal"
                  placeholder="–"
                  defaultValue={values[key]}
                  {...describe(key)}
                />
                <FieldError id={`${key}-error`} message={getError(key)} />
              </div>
            ))}
          </div>
          <div className="grid gap-1">
            <label htmlFor={notes} className="label">
              {title} notes
            </label>
            <textarea
              id={notes}
              name={notes}
              rows={2}
              maxLength={MAX_NOTES_LENGTH}
              className="input notes"
              defaultValue={values[notes]}
              {...describe(notes)}
            />
            <FieldError id={`${notes}-error`} message={getError(notes)} />
          </div>
        </fieldset>
      ))}
      <fieldset className="section grid gap-2">
        <legend>
          <h2>Vote</h2>
        </legend>
        {[...VOTES, ''].map((vote) => (
          <label key={vote} className="flex min-h-6 items-center gap-2">
            <input
              type="radio"
              name="vote"
              value={vote}
              defaultChecked={(values.vote ?? '') === vote}
            />
            {VOTE_LABELS[vote as keyof typeof VOTE_LABELS] ?? 'No vote yet'}
          </label>
        ))}
        <label htmlFor="reason" className="label">
          Reason
        </label>
        <textarea
          id="reason"
          name="reason"
          rows={2}
          maxLength={MAX_VOTE_REASON_LENGTH}
          className="input"
          defaultValue={values.reason}
          {...describe('reason')}
        />
        <FieldError id="reason-error" message={getError('reason')} />
      </fieldset>
      <div className="save-bar">
        {!isSubmitted && (
          <button name="intent" value="draft" className="btn ml-auto">
            Save draft
          </button>
        )}
        <button name="intent" value="submit" className="btn btn-primary">
          Submit scorecard
        </button>
      </div>
    </Form>
  );
}
