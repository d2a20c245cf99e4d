import { type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { MAX_DAY } from '~/domain/date/calendar-day';
import { SHARE_PART_LABELS, SHARE_PARTS, type SharePart } from '~/domain/share/parts';
import { formatCount } from '~/domain/text/text';
import { OneTimeSecret } from '~/ui/account/one-time-secret';
import { ErrorSummary } from '~/ui/form/error-summary';
import { type FieldState, TextField } from '~/ui/form/fields';
import { ItemChoices } from '~/ui/form/item-choices';
import { OpenedBy } from '~/ui/form/opened-by';
import { submitInNewTab } from '~/ui/form/submit-in-new-tab';
import type { SharesView } from './view.server';

interface ShareFormProps extends Omit<SharesView, 'shares'> {
  result?: SubmissionResult;
}

const PART_HINTS: Partial<Record<SharePart, string>> = {
  facts: 'All fields except comments, next meeting and score.',
  evaluation: 'All scores of the evaluation and their notes.',
};

export function ShareForm({
  result,
  dealId,
  submission,
  today,
  usualEnd,
  files,
  notes,
}: ShareFormProps) {
  const preview = `/pipeline/${dealId}/share/preview`;
  const [form, fields] = useForm<Record<string, string>>({
    id: 'share',
    lastResult: result,
    defaultValue: { until: usualEnd, facts: 'on' },
    defaultNoValidate: false,
  });
  return (
    <Form
      method="post"
      id={form.id}
      noValidate={form.noValidate}
      className="grid grid-cols-1 gap-4"
    >
      <OpenedBy />
      <input type="hidden" name="submission" value={submission} />
      {result && <ErrorSummary title="The page was not created" text={form.errors?.[0]} />}
      <TextField
        field={fields.until!}
        label="Until"
        hint="The last day of the page, in UTC."
        type="date"
        required
        min={today}
        max={MAX_DAY}
      />
      <fieldset className="grid gap-3">
        <legend className="label mb-1">What the page shows</legend>
        {SHARE_PARTS.map((part) => (
          <Box
            key={part}
            field={fields[part]!}
            label={SHARE_PART_LABELS[part]}
            hint={PART_HINTS[part]}
          />
        ))}
      </fieldset>
      <ItemChoices field={fields.files!} title="Files" options={files} />
      <ItemChoices field={fields.notes!} title="Notes" options={notes} />
      <div className="flex flex-wrap justify-end gap-2">
        <button className="btn btn-primary order-last">Create page</button>
        <button
          className="btn"
          formMethod="get"
          formAction={preview}
          formTarget="_blank"
          onClick={submitInNewTab}
        >
          Preview
        </button>
      </div>
    </Form>
  );
}

function Box({ field, label, hint }: { field: FieldState; label: string; hint?: string }) {
  return (
    <div>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          name={field.name}
          value="on"
          defaultChecked={field.initialValue === 'on'}
          aria-describedby={hint && `${field.id}-hint`}
        />
        {label}
      </label>
      {hint && (
        <p id={`${field.id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

export function NewShare({ url, back }: { url: string; back: string }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">Copy the address now: it is not shown again.</p>
      <OneTimeSecret
        what="Address"
        secret={url}
        hint="Anyone with this address can read the page. Send it only to the person it is for, as you would a password."
        back={back}
      />
    </div>
  );
}

export function ShareList({ shares }: Pick<SharesView, 'shares'>) {
  if (!shares.length) return null;
  return (
    <ul className="user-list ruled" aria-label="Shared pages">
      {shares.map(({ id, until, isOver, creatorWithoutAccess, made, parts, opened, openings }) => (
        <li key={id}>
          <div className="min-w-0 break-words">
            <p id={`share-${id}`}>
              {isOver ? 'Was available until' : 'Until'} {until}: {parts}
            </p>
            {creatorWithoutAccess && !isOver && (
              <p>{`Shows nothing while ${creatorWithoutAccess} cannot manage this deal`}</p>
            )}
            <p className="hint">Created {made}</p>
            {opened > 0 ? (
              <details className="hint">
                <summary className="py-2">
                  Opened {opened === 1 ? 'once' : formatCount(opened, 'time')}
                </summary>
                {openings.join(' · ')}
              </details>
            ) : (
              <p className="hint">Not opened yet</p>
            )}
          </div>
          <Form method="post" preventScrollReset>
            <button
              name="end"
              value={id}
              className="btn btn-danger"
              aria-describedby={`share-${id}`}
            >
              {isOver ? 'Remove' : 'End'}
            </button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
