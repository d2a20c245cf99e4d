import type { FieldMetadata } from '@conform-to/react';
import { CUSTOM_SECTION } from '~/domain/custom-field/kinds';
import { MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import type { DealFormValues, FormField } from '~/domain/deal/form-values';
import type { OfferedValues } from '~/domain/deal/offered-values';
import {
  DEAL_FIELDS,
  DEAL_FORM_LABELS,
  type DealField,
  type DealKey,
  type FormSection as Title,
} from '~/domain/deal-field/fields';
import { getMinScore } from '~/domain/score/score';
import type { OfferedStages } from '~/domain/stage/offered.server';
import { CheckboxGroup } from '~/ui/form/checkbox-group';
import { Select, TextArea, TextField } from '~/ui/form/fields';
import { StageFields } from '~/ui/stage/stage-fields';
import { CustomFieldInput } from './custom-field-input';
import type { CustomFieldInputView } from './custom-field-inputs.server';

interface StoredDeal {
  values: DealFormValues;
  score: number | null;
}
export type SectionTitle = Title | typeof CUSTOM_SECTION;
interface FormSectionProps {
  title: SectionTitle;
  fields: Record<FormField | 'scoreReason', FieldMetadata<unknown>>;
  stored?: StoredDeal;
  customInputs: CustomFieldInputView[];
  offered: OfferedValues;
  stages: OfferedStages;
}

export function FormSection(props: FormSectionProps) {
  const { title, fields, stored, customInputs, offered, stages } = props;
  const sectionFields = DEAL_FIELDS.filter(({ form }) => form.section === title);
  const inputs = sectionFields.map((field) => (
    <FieldInput
      key={field.key}
      field={field}
      meta={fields[field.key]}
      reason={fields.scoreReason}
      stored={stored}
      offered={offered}
    />
  ));
  const customControls = customInputs
    .filter(({ section }) => section === title)
    .map((input) => (
      <CustomFieldInput key={input.name} input={input} field={fields[input.name]!} />
    ));
  return (
    <fieldset className={`section form-${title.split(' ')[0]!.toLowerCase()}`}>
      <legend>
        <h2>{title}</h2>
      </legend>
      {title === 'Funding Details' ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {inputs}
          {customControls}
        </div>
      ) : (
        <>
          {title === 'Follow-up' && (
            <StageFields
              stage={fields.stage}
              reason={fields.reason}
              offered={stages}
              current={stored?.values.stage}
            />
          )}
          {inputs}
          {title === CUSTOM_SECTION ? (
            <div className="custom-inputs">{customControls}</div>
          ) : (
            customControls
          )}
        </>
      )}
    </fieldset>
  );
}

interface FieldInputProps {
  field: DealField;
  meta: FieldMetadata<unknown>;
  reason: FieldMetadata<unknown>;
  stored?: StoredDeal;
  offered: OfferedValues;
}

function FieldInput({ field, meta, reason, stored, offered }: FieldInputProps): JSX.Element {
  const label = DEAL_FORM_LABELS[field.key];
  const fieldProps = { field: meta, label, hint: field.form.hint };
  switch (field.kind) {
    case 'line':
      return (
        <TextField
          {...fieldProps}
          required={'required' in field}
          placeholder={field.placeholder}
          autoFocus={!stored && field.key === 'companyName'}
        />
      );
    case 'lines':
      return <TextArea {...fieldProps} rows={field.rows} />;
    case 'choice':
      return (
        <Select
          {...fieldProps}
          hint={getFieldHint(field, offered)}
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
            min={getMinScore(stored?.score ?? null)}
            max={10}
            step={0.1}
            inputMode="decimal"
          />
          <TextField field={reason} label="Reason for the score (optional)" />
        </>
      );
    case 'list':
      return (
        <>
          {fieldProps.hint && <p className="hint">{fieldProps.hint}</p>}
          <CheckboxGroup
            field={meta}
            options={includeStoredOptions(
              offered.industries,
              stored?.values[field.key],
              meta.initialValue,
            )}
          />
        </>
      );
  }
}

function getFieldHint({ key, form }: DealField, { urgent }: OfferedValues): string | undefined {
  if (key !== 'nextMeetingDate') return form.hint;
  const names = urgent.join(' or ');
  return names && `${names} marks the deal as urgent`;
}

function includeStoredOptions(options: string[], stored: DealFormValues[DealKey], sent: unknown) {
  const values = [stored ?? [], (sent as DealFormValues[DealKey]) ?? []].flat();
  return [...new Set([...options, ...values.filter(Boolean)])];
}
