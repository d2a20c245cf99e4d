import type { FieldMetadata } from '@conform-to/react';
import { CheckboxGroup } from '~/components/forms/checkbox-group';
import { Select, TextArea, TextField } from '~/components/forms/fields';
import { LONG_TEXT_LIMIT, TEXT_LIMIT } from '~/models/field/kinds';
import type { OwnInput as OwnInputView } from '~/screens/deal/own.server';

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface OwnInputProps {
  input: OwnInputView;
  field: FieldMetadata<unknown>;
}

/** The control of one of the fund's own fields. */
export function OwnInput({ input, field }: OwnInputProps): JSX.Element {
  const { label, hint, kind, options, required } = input;
  const about = { field, label, hint, required };
  switch (kind) {
    case 'longText':
      return (
        <div className="wide">
          <TextArea {...about} rows={4} maxLength={LONG_TEXT_LIMIT} />
        </div>
      );
    case 'number':
      return <TextField {...about} type="number" step="any" inputMode="decimal" />;
    case 'money':
      return <TextField {...about} placeholder="USD 5M" maxLength={TEXT_LIMIT} />;
    case 'day':
      return <TextField {...about} type="date" max="9999-12-31" />;
    case 'link':
      return <TextField {...about} type="url" placeholder="https://" maxLength={TEXT_LIMIT} />;
    case 'yesNo':
      return <Select {...about} options={YES_NO} empty="Not said" />;
    case 'choice':
    case 'person':
      return <Select {...about} options={options} empty="None" />;
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
      return <TextField {...about} maxLength={TEXT_LIMIT} />;
  }
}
