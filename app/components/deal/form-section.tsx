import type { FieldMetadata } from '@conform-to/react';
import type { PipelineValues } from '~/models/pipeline/conflict.server';
import {
  type FormSection as Title,
  PIPELINE_FIELDS,
  PIPELINE_FORM_LABELS,
  type PipelineField,
  type PipelineKey,
} from '~/models/pipeline/fields';
import type { OfferedValues } from '~/models/pipeline/options';
import { lowestScore, SCORE_REASON_LIMIT } from '~/models/score';
import { LONG_TEXT_LIMIT, OWN_SECTION, TEXT_LIMIT } from '~/models/field/kinds';
import type { OwnName } from '~/models/field/values';
import type { OwnInput as OwnInputView } from '~/screens/deal/own.server';
import { CheckboxGroup } from '~/components/forms/checkbox-group';
import { Select, TextArea, TextField } from '~/components/forms/fields';
import { MAX_DAY, MIN_DAY } from '~/models/dates';

interface Stored {
  values: PipelineValues;
  score: number | null;
}
export type SectionTitle = Title | typeof OWN_SECTION;
interface FormSectionProps {
  title: SectionTitle;
  fields: Record<PipelineKey | OwnName | 'scoreReason', FieldMetadata<unknown>>;
  stored?: Stored;
  own: OwnInputView[];
  offered: OfferedValues;
}

export function FormSection({ title, fields, stored, own, offered }: FormSectionProps) {
  const inSection = PIPELINE_FIELDS.filter(({ form }) => form.section === title);
  const inputs = inSection.map((field) => (
    <Input
      key={field.key}
      field={field}
      meta={fields[field.key]}
      reason={fields.scoreReason}
      stored={stored}
      offered={offered}
    />
  ));
  const ownInputs = own
    .filter(({ section }) => section === title)
    .map((input) => <OwnInput key={input.name} input={input} field={fields[input.name]!} />);
  return (
    <fieldset className={`section form-${title.split(' ')[0]!.toLowerCase()}`}>
      <legend>
        <h2>{title}</h2>
      </legend>
      {title === 'Funding Details' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {inputs}
          {ownInputs}
        </div>
      ) : (
        <>
          {inputs}
          {title === OWN_SECTION ? <div className="own-inputs">{ownInputs}</div> : ownInputs}
        </>
      )}
    </fieldset>
  );
}

interface InputProps {
  field: PipelineField;
  meta: FieldMetadata<unknown>;
  /** The reason for the score. */
  reason: FieldMetadata<unknown>;
  stored?: Stored;
  offered: OfferedValues;
}

function Input({ field, meta, reason, stored, offered }: InputProps): JSX.Element {
  const label = PIPELINE_FORM_LABELS[field.key];
  const fieldProps = { field: meta, label, hint: field.form.hint };
  switch (field.kind) {
    case 'line':
      return (
        <TextField
          {...fieldProps}
          required={'required' in field}
          placeholder={field.placeholder}
          maxLength={field.limit}
          autoFocus={!stored && field.key === 'companyName'}
        />
      );
    case 'lines':
      return <TextArea {...fieldProps} rows={field.rows} maxLength={field.limit} />;
    case 'choice':
      return (
        <Select
          {...fieldProps}
          hint={hintOf(field, offered)}
          options={field.key === 'fundingRound' ? offered.fundingRound : offered.nextMeetingDate}
          empty={field.none}
        />
      );
    case 'day':
      return <TextField {...fieldProps} type="date" min={MIN_DAY} max={MAX_DAY} />;
    case 'score':
      return (
        <>
          <TextField
            {...fieldProps}
            type="number"
            min={lowestScore(stored?.score ?? null)}
            max={10}
            step={0.1}
            inputMode="decimal"
          />
          <TextField
            field={reason}
            label="Reason for the score (optional)"
            maxLength={SCORE_REASON_LIMIT}
          />
        </>
      );
    case 'list':
      return (
        <>
          {fieldProps.hint && <p className="hint">{fieldProps.hint}</p>}
          <CheckboxGroup
            field={meta}
            options={withStored(offered.industries, stored?.values[field.key], meta.initialValue)}
          />
        </>
      );
  }
}

/** What says which next meetings are urgent. */
function hintOf({ key, form }: PipelineField, { urgent }: OfferedValues): string | undefined {
  if (key !== 'nextMeetingDate') return form.hint;
  const names = urgent.join(' or ');
  return names && `${names} marks the deal as urgent`;
}

/** The options, and what is stored or was sent besides. */
function withStored(options: string[], stored: PipelineValues[PipelineKey], sent: unknown) {
  const values = [stored ?? [], (sent as PipelineValues[PipelineKey]) ?? []].flat();
  return [...new Set([...options, ...values.filter(Boolean)])];
}

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface OwnInputProps {
  input: OwnInputView;
  field: FieldMetadata<unknown>;
}

/** The control of one of the fund's own fields. */
function OwnInput({ input, field }: OwnInputProps): JSX.Element {
  const { label, hint, kind, options, required } = input;
  const fieldProps = { field, label, hint, required };
  switch (kind) {
    case 'longText':
      return (
        <div className="wide">
          <TextArea {...fieldProps} rows={4} maxLength={LONG_TEXT_LIMIT} />
        </div>
      );
    case 'number':
      return <TextField {...fieldProps} type="number" step="any" inputMode="decimal" />;
    case 'money':
      return <TextField {...fieldProps} placeholder="USD 5M" maxLength={TEXT_LIMIT} />;
    case 'day':
      return <TextField {...fieldProps} type="date" min={MIN_DAY} max={MAX_DAY} />;
    case 'link':
      return <TextField {...fieldProps} type="url" placeholder="https://" maxLength={TEXT_LIMIT} />;
    case 'yesNo':
      return <Select {...fieldProps} options={YES_NO} empty="Not set" />;
    case 'choice':
    case 'person':
      return <Select {...fieldProps} options={options} empty="None" />;
    case 'choices':
      return (
        <fieldset className="wide grid gap-1">
          <legend className="label">
            {label}
            {required && <span className="text-danger"> *</span>}
          </legend>
          {hint && <p className="hint">{hint}</p>}
          <CheckboxGroup field={field} options={options.map(({ value }) => value)} />
        </fieldset>
      );
    case 'text':
      return <TextField {...fieldProps} maxLength={TEXT_LIMIT} />;
  }
}
