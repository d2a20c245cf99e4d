import type { FieldMetadata } from '@conform-to/react';
import { type ComponentProps, type ReactNode, useContext } from 'react';
import { Icon } from '~/ui/icon';
import { useFieldError } from './field-errors';
import { FirstInvalidField } from './first-invalid';
import { includeValue, type SelectOption } from './select-behavior';

export type FieldState = Pick<
  FieldMetadata<unknown>,
  'id' | 'name' | 'errors' | 'errorId' | 'initialValue'
>;

interface FieldProps {
  field: FieldState;
  label: string;
  hint?: string;
  required?: boolean;
}

export type ControlPropsFor<Control extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<ComponentProps<Control>, 'children'>;

interface ControlProps {
  id: string;
  name: string;
  defaultValue: string | undefined;
  required: boolean | undefined;
  autoFocus: true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export function createField(name: string, sent?: string, error?: string): FieldState {
  const errors = error ? [error] : undefined;
  return { id: name, name, errorId: `${name}-error`, errors, initialValue: sent };
}

type FieldWrapperProps = FieldProps & { children: (control: ControlProps) => ReactNode };

export function Field({ field, label, hint, required, children }: FieldWrapperProps) {
  const error = useFieldError(field);
  const isFirstInvalid = useContext(FirstInvalidField) === field.name;
  const described = [hint && `${field.id}-hint`, error && field.errorId].filter(Boolean).join(' ');
  return (
    <div className="grid content-start gap-1">
      <label className="label" htmlFor={field.id}>
        {label}
        {required && <span className="text-danger"> *</span>}
      </label>
      {hint && (
        <p id={`${field.id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {children({
        id: field.id,
        name: field.name,
        defaultValue: field.initialValue as string | undefined,
        required: required || undefined,
        autoFocus: isFirstInvalid || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      <FieldError id={field.errorId} message={error} />
    </div>
  );
}

export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <p id={id} className="error">
      <Icon name="alert" className="mt-0.5" />
      {message}
    </p>
  );
}

export function TextField({ field, label, hint, required, ...input }: ControlPropsFor<'input'>) {
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      {(control) => <input type="text" className="input" {...control} {...input} />}
    </Field>
  );
}

export function DefaultCheckedBox({ field, children }: { field: FieldState; children: ReactNode }) {
  return (
    <div>
      <input type="hidden" name={field.name} value="off" />
      <label className="flex items-baseline gap-2">
        <input
          type="checkbox"
          name={field.name}
          value="on"
          defaultChecked={field.initialValue !== 'off'}
        />
        <span>{children}</span>
      </label>
    </div>
  );
}

export function TextArea({ field, label, hint, required, ...input }: ControlPropsFor<'textarea'>) {
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      {(control) => <textarea className="input" {...control} {...input} />}
    </Field>
  );
}

type SelectProps = ControlPropsFor<'select'> & { options: readonly SelectOption[]; empty?: string };

export function Select({ field, label, hint, required, ...props }: SelectProps) {
  const { options, empty, ...input } = props;
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      {(control) => (
        <select className="input" {...control} {...input}>
          {empty && <option value="">{empty}</option>}
          {includeValue(options, control.defaultValue).map(({ value, label, className }) => (
            <option key={value} value={value} className={className}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
