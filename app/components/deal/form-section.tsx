import type { FieldMetadata } from '@conform-to/react';
import type { PipelineValues } from '~/models/pipeline/conflict.server';
import {
  type FormSection as Title,
  PIPELINE_FIELDS,
  type PipelineField,
  type PipelineKey,
} from '~/models/pipeline/fields';
import type { OfferedValues } from '~/models/pipeline/options';
import { PIPELINE_FORM_LABELS } from '~/models/pipeline/labels';
import { lowestScore, SCORE_REASON_LIMIT } from '~/models/score';
import { OWN_SECTION } from '~/models/field/kinds';
import type { OwnName } from '~/models/field/values';
import type { OwnInput as OwnInputView } from '~/screens/deal/own.server';
import { CheckboxGroup } from '~/components/forms/checkbox-group';
import { Select, TextArea, TextField } from '~/components/forms/fields';
import { OwnInput } from './own-input';

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
  /** Of the score. */
  reason: FieldMetadata<unknown>;
  stored?: Stored;
  offered: OfferedValues;
}

function Input({ field, meta, reason, stored, offered }: InputProps): JSX.Element {
  const label = PIPELINE_FORM_LABELS[field.key];
  const about = { field: meta, label, hint: field.form.hint };
  switch (field.kind) {
    case 'line':
      return (
        <TextField
          {...about}
          required={'required' in field}
          placeholder={field.placeholder}
          maxLength={field.limit}
          autoFocus={!stored && field.key === 'companyName'}
        />
      );
    case 'lines':
      return <TextArea {...about} rows={field.rows} maxLength={field.limit} />;
    case 'choice':
      return (
        <Select
          {...about}
          hint={hintOf(field, offered)}
          options={field.key === 'fundingRound' ? offered.fundingRound : offered.nextMeetingDate}
          empty={field.none}
        />
      );
    case 'day':
      return <TextField {...about} type="date" max="9999-12-31" />;
    case 'score':
      return (
        <>
          <TextField
            {...about}
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
          {about.hint && <p className="hint">{about.hint}</p>}
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
