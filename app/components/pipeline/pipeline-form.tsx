import { type SubmissionResult, useForm } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import {
  FIELD_LABELS,
  INDUSTRIES,
  LIMITS,
  lowestScore,
  MEETINGS,
  type PipelineField,
  roundLabel,
  ROUNDS,
} from '~/models/pipeline/fields';
import {
  CheckboxGroup,
  ErrorSummary,
  Select,
  TextArea,
  TextField,
} from '~/components/forms/fields';
import { useFailureToast } from '~/components/frame/toast';
import { useUnsavedGuard } from '~/components/forms/unsaved';

const OPTIONS = {
  rounds: ROUNDS.map((value) => ({ value, label: roundLabel(value) })),
  meetings: MEETINGS.map((value) => ({ value, label: value })),
};

/** The deal as the form holds it. */
export type PipelineValues = {
  [K in PipelineField]?: K extends 'industries' ? string[] : string | null;
};

/** A field that two people changed: what was typed here and what is stored by now. */
export interface Clash {
  field: PipelineField;
  mine: string;
  theirs: string;
}

interface PipelineFormProps {
  title: string;
  /** Where Back and Cancel lead. */
  home: string;
  stored?: { values: PipelineValues; score: number | null; version: number; updatedAt: string };
  /** Made anew for each empty form: the same form sent twice makes one deal. */
  submission?: string;
  result: SubmissionResult<string[]> | undefined;
  failure?: string;
  conflict?: { version: number; clashes: Clash[] };
}

export function PipelineForm({
  title,
  home,
  stored,
  submission,
  result,
  failure,
  conflict,
}: PipelineFormProps) {
  const navigation = useNavigation();
  const isSaving = navigation.formMethod === 'POST';
  const [isTyped, setTyped] = useState(false);
  useUnsavedGuard(isTyped && !isSaving);
  const [form, fields] = useForm<PipelineValues>({
    id: 'deal',
    lastResult: result,
    defaultValue: stored?.values,
    defaultNoValidate: false,
  });
  const errors = Object.entries(form.allErrors).map(([path, [message]]) => ({
    id: fields[path as PipelineField]?.id ?? path,
    path,
    message: message ?? '',
  }));
  useFailureToast(
    result,
    errors.length ? 'Validation Error' : 'Error',
    failure ?? errors.map(({ path, message }) => `${path}: ${message}`).join(', '),
  );
  // What was typed builds on the version that the form was opened with, though the page may have read a newer one since.
  const [opened] = useState(stored?.version);
  const version =
    conflict?.version ?? (result?.initialValue?.version as string | undefined) ?? opened;
  const offered = [...new Set([...INDUSTRIES, ...(stored?.values.industries ?? [])])];

  return (
    <div className="mx-auto max-w-[640px] text-text">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1>{title}</h1>
        {stored && <p className="text-base text-ink-muted">Last updated {stored.updatedAt}</p>}
      </div>
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate={form.noValidate}
        onInput={() => setTyped(true)}
        className="mt-4 grid gap-6"
      >
        {errors.length > 0 && <ErrorSummary title="Validation Error" errors={errors} />}
        {failure && <ErrorSummary title="Error" text={failure} />}
        {conflict && <Conflict clashes={conflict.clashes} />}
        {submission && <input type="hidden" name="submission" value={submission} />}
        {stored && <input type="hidden" name="version" value={version} />}
        <Section title="Company Information">
          <TextField
            field={fields.companyName}
            label={FIELD_LABELS.companyName}
            required
            maxLength={LIMITS.companyName}
            autoComplete="off"
          />
          <TextField
            field={fields.ceoName}
            label={FIELD_LABELS.ceoName}
            maxLength={LIMITS.ceoName}
            autoComplete="off"
          />
          <TextField
            field={fields.cooName}
            label={FIELD_LABELS.cooName}
            maxLength={LIMITS.cooName}
            autoComplete="off"
          />
          <TextField
            field={fields.cfoName}
            label={FIELD_LABELS.cfoName}
            hint="Who else came to the meeting"
            maxLength={LIMITS.cfoName}
            autoComplete="off"
          />
        </Section>
        <Section title="Industry" hint="All that apply">
          <CheckboxGroup field={fields.industries} options={offered} />
        </Section>
        <Section title="Business Information">
          <TextArea
            field={fields.businessIntroduction}
            label={FIELD_LABELS.businessIntroduction}
            hint="What the company does, for whom, and why it wins"
            rows={16}
            maxLength={LIMITS.businessIntroduction}
          />
          <TextArea
            field={fields.keyBusinessNumbers}
            label={FIELD_LABELS.keyBusinessNumbers}
            hint="For example: ARR $1.2M, growth 140% YoY, gross margin 78%, runway 14 months"
            rows={3}
            maxLength={LIMITS.keyBusinessNumbers}
          />
        </Section>
        <Section title="Funding Details">
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              field={fields.fundingRound}
              label={FIELD_LABELS.fundingRound}
              options={OPTIONS.rounds}
              empty="Choose a round"
            />
            <TextField
              field={fields.targetFundingSize}
              label={FIELD_LABELS.targetFundingSize}
              placeholder="$5M"
              maxLength={LIMITS.targetFundingSize}
              autoComplete="off"
            />
            <TextField
              field={fields.targetClosingDate}
              label={FIELD_LABELS.targetClosingDate}
              type="date"
            />
            <TextField
              field={fields.evaluationScore}
              label={FIELD_LABELS.evaluationScore}
              type="number"
              min={lowestScore(stored?.score ?? null)}
              max={10}
              step={0.1}
              inputMode="decimal"
            />
          </div>
        </Section>
        <Section title="Follow-up">
          <Select
            field={fields.nextMeetingDate}
            label={FIELD_LABELS.nextMeetingDate}
            hint="ASAP marks the deal as urgent"
            options={OPTIONS.meetings}
            empty="Not planned"
          />
        </Section>
        <Section title="Comments & Notes">
          <TextArea
            field={fields.comments}
            label={FIELD_LABELS.comments}
            rows={4}
            maxLength={LIMITS.comments}
          />
        </Section>
        <div className="save-bar">
          <Link to={home} className="btn">
            Back
          </Link>
          <Link to={home} className="btn btn-quiet">
            Cancel
          </Link>
          <span className="flex-1" />
          <button
            name="then"
            value="list"
            className="btn btn-primary order-last"
            disabled={isSaving}
          >
            {stored ? 'Update Deal' : 'Save Deal'}
          </button>
          {stored && (
            <button name="then" value="evaluate" className="btn" disabled={isSaving}>
              Save & Evaluate
            </button>
          )}
        </div>
      </Form>
    </div>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="section">
      <legend>
        <h2>{title}</h2>
      </legend>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </fieldset>
  );
}

/** Both versions of what differs, to choose from. What is not chosen stays as it was typed. */
function Conflict({ clashes }: { clashes: Clash[] }) {
  return (
    <section className="notice notice-failed" aria-label="Two versions">
      <div className="grid min-w-0 flex-1 gap-3">
        <p>
          <strong className="font-semibold">
            Someone else has changed this deal since you opened it.
          </strong>{' '}
          Nothing was overwritten. Choose which version of each field to keep, then save again.
        </p>
        {clashes.map(({ field, mine, theirs }) => (
          <fieldset key={field} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
            <legend className="font-semibold">{FIELD_LABELS[field]}</legend>
            <Choice name={`take-${field}`} value="mine" label="Yours" text={mine} defaultChecked />
            <Choice name={`take-${field}`} value="theirs" label="Saved meanwhile" text={theirs} />
          </fieldset>
        ))}
        {clashes.length === 0 && (
          <p>Both versions are the same by now. Saving again changes nothing.</p>
        )}
      </div>
    </section>
  );
}

function Choice({
  label,
  text,
  ...radio
}: {
  name: string;
  value: string;
  label: string;
  text: string;
  defaultChecked?: boolean;
}) {
  return (
    <label className="flex items-start gap-2">
      <input type="radio" {...radio} className="mt-1" />
      <span className="min-w-0 break-words whitespace-pre-wrap">
        <span className="text-ink-muted">{label}: </span>
        {text || '(empty)'}
      </span>
    </label>
  );
}
