import type { FieldMetadata } from '@conform-to/react';
import { MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import { CheckboxGroup } from '~/ui/form/checkbox-group';
import { Select, TextArea, TextField } from '~/ui/form/fields';
import type { CustomFieldInputView } from './custom-field-inputs.server';

const YES_NO_OPTIONS = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface CustomFieldInputProps {
  input: CustomFieldInputView;
  field: FieldMetadata<unknown>;
}

export function CustomFieldInput({ input, field }: CustomFieldInputProps): JSX.Element {
  const { label, hint, kind, options, choices, required } = input;
  const fieldProps = { field, label, hint, required };
  switch (kind) {
    case 'longText':
      return (
        <div className="wide">
          <TextArea {...fieldProps} rows={4} />
        </div>
      );
    case 'number':
      return <TextField {...fieldProps} type="number" step="any" inputMode="decimal" />;
    case 'money':
      return <TextField {...fieldProps} placeholder="USD 5M" />;
    case 'day':
      return <TextField {...fieldProps} type="date" min={MIN_DAY} max={MAX_DAY} />;
    case 'link':
      return <TextField {...fieldProps} inputMode="url" placeholder="https://" />;
    case 'yesNo':
      return <Select {...fieldProps} options={YES_NO_OPTIONS} empty="Not set" />;
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
          <CheckboxGroup field={field} options={choices} />
        </fieldset>
      );
    case 'text':
      return <TextField {...fieldProps} />;
  }
}
