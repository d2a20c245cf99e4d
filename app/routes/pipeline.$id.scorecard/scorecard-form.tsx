import { Form, useNavigation, useSubmit } from '@remix-run/react';
import { type AriaAttributes, type FormEvent, useEffect, useRef } from 'react';
import { CATEGORIES } from '~/domain/evaluation/criteria';
import { parseCriterionScores } from '~/domain/evaluation/form-values';
import { VOTE_LABELS, VOTES } from '~/domain/round/votes';
import { CriterionField } from '~/ui/evaluation/criterion-field';
import { hasChanges, useTypedValues } from '~/ui/evaluation/typed-values';
import { useDraftForm } from '~/ui/form/draft-form';
import { FieldError } from '~/ui/form/fields';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSubmitAddress } from '~/ui/form/submit-address';

interface ScorecardFormProps {
  roundId: number;
  stored: Record<string, string>;
  values: Record<string, string>;
  errors: { path: string; message: string }[];
  version: number | string;
  isSubmitted: boolean;
  isWritable: boolean;
}

/** Leaves a criterion empty until it is assessed: a preset score would become an opinion. */
export function ScorecardForm({
  roundId,
  stored,
  values,
  errors,
  version,
  isSubmitted,
  isWritable,
}: ScorecardFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { typed, readTyped } = useTypedValues(element, values, { version });
  const isSending = useNavigation().formMethod === 'POST';
  const draftForm = useDraftForm({
    form: element,
    record: `round ${roundId}`,
    failure: 'Failed to save the scorecard',
    isSending,
    isUnsaved: hasChanges(typed, stored),
    onRestore: readTyped,
  });
  const onEdit = () => {
    readTyped();
    draftForm.onInput();
  };

  const submit = useSubmit();
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    draftForm.onSubmit(event);
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== 'submit') return;
    // Begins the page of the round at its top; after a draft, this page stays where it is.
    event.preventDefault();
    submit(submitter);
  }

  const scores = parseCriterionScores(typed);
  const getError = (name: string) =>
    errors.find(({ path }) => path === name || path.endsWith(`.${name}`))?.message;
  const shown = { values, getError };
  const generalError = getError('scores') ?? getError('');
  const message = useRef<HTMLParagraphElement>(null);
  // No field is invalid then, and the button stands far below the message.
  useEffect(() => {
    if (generalError) message.current?.focus();
  }, [generalError, errors]);
  return (
    <Form
      ref={element}
      method="post"
      action={useSubmitAddress({ round: roundId })}
      className="evaluation-form grid gap-4"
      onSubmit={onSubmit}
      onChange={onEdit}
      onClick={onEdit}
      noValidate
      preventScrollReset
    >
      <OpenedBy />
      <input type="hidden" name="round" value={roundId} />
      <input type="hidden" name="seen" value={version} />
      {draftForm.notices}
      {errors.length > 0 && (
        <p
          ref={message}
          role="alert"
          tabIndex={-1}
          autoFocus
          className="notice notice-failed scroll-mt-16"
        >
          {generalError ?? 'Not saved. Please correct the marked fields.'}
        </p>
      )}
      {CATEGORIES.map((category) => (
        <CategoryFields key={category.title} category={category} scores={scores} {...shown} />
      ))}
      <VoteFields {...shown} />
      {isWritable && <SubmitBar isSubmitted={isSubmitted} />}
    </Form>
  );
}

interface ShownFields {
  values: Record<string, string>;
  getError: (name: string) => string | undefined;
}

function describeError(name: string, error: string | undefined): AriaAttributes {
  return error ? { 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {};
}

interface CategoryFieldsProps extends ShownFields {
  category: (typeof CATEGORIES)[number];
  scores: ReturnType<typeof parseCriterionScores>;
}

function CategoryFields({ category, scores, values, getError }: CategoryFieldsProps) {
  const { title, notes, criteria } = category;
  return (
    <fieldset className="section">
      <legend>
        <h2>{title}</h2>
      </legend>
      <div className="grid">
        {criteria.map(({ key, label, help }) => (
          <CriterionField
            key={key}
            id={key}
            errorId={`${key}-error`}
            name={key}
            label={label}
            help={help}
            score={scores[key] ?? null}
            initialValue={values[key]}
            error={getError(key)}
          />
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
          className="input notes"
          defaultValue={values[notes]}
          {...describeError(notes, getError(notes))}
        />
        <FieldError id={`${notes}-error`} message={getError(notes)} />
      </div>
    </fieldset>
  );
}

function VoteFields({ values, getError }: ShownFields) {
  return (
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
        className="input"
        defaultValue={values.reason}
        {...describeError('reason', getError('reason'))}
      />
      <FieldError id="reason-error" message={getError('reason')} />
    </fieldset>
  );
}

function SubmitBar({ isSubmitted }: { isSubmitted: boolean }) {
  return (
    <div className="save-bar">
      {!isSubmitted && (
        <button name="intent" value="draft" className="btn ml-auto">
          Save draft
        </button>
      )}
      <button
        name="intent"
        value="submit"
        className={isSubmitted ? 'btn btn-primary ml-auto' : 'btn btn-primary'}
      >
        Submit scorecard
      </button>
    </div>
  );
}
