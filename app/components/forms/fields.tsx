import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { useState } from 'react';
import { useHydrated } from '~/components/frame/hydrated';
import { Icon } from '~/components/frame/icon';
import { jump } from '~/components/frame/jump';
import { useCorrectedFields, useFieldError } from './field-errors';
import { type SelectOption, withValue } from './select-behavior';

/** What a control shows of its field. */
export type FieldOf = Pick<
  FieldMetadata<unknown>,
  'id' | 'name' | 'errors' | 'errorId' | 'initialValue'
>;

interface FieldProps {
  field: FieldOf;
  label: string;
  hint?: string;
  required?: boolean;
}
type PropsOf<Control extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<ComponentProps<Control>, 'children'>;

interface ControlProps {
  id: string;
  name: string;
  defaultValue: string | undefined;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A field that conform does not know, with what was sent and why that was refused. */
export function plainField(name: string, sent?: string, error?: string): FieldOf {
  const errors = error ? [error] : undefined;
  return { id: name, name, errorId: `${name}-error`, errors, initialValue: sent };
}

type AroundProps = FieldProps & { children: (control: ControlProps) => ReactNode };

export function Field({ field, label, hint, required, children }: AroundProps) {
  const error = useFieldError(field);
  const described = [hint && `${field.id}-hint`, error && field.errorId].filter(Boolean).join(' ');
  return (
    <div className="grid gap-1">
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

export function TextField({ field, label, hint, required, ...input }: PropsOf<'input'>) {
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      {(control) => <input type="text" className="input" {...control} {...input} />}
    </Field>
  );
}

/** A box that is ticked at first. Unticked, it sends 'off'. */
export function TickedBox({ field, children }: { field: FieldOf; children: ReactNode }) {
  return (
    <div>
      <input type="hidden" name={field.name} value="off" />
      <label className="flex items-start gap-2">
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

/** With scripts, the password can be shown. A refused password is never sent back. */
export function PasswordField({ field, label, hint, required, ...input }: PropsOf<'input'>) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      {(control) => (
        <div className="flex gap-1">
          <input
            className="input"
            {...control}
            {...input}
            type={shown ? 'text' : 'password'}
            defaultValue={undefined}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            hidden={!hydrated}
            data-reveal={field.id}
            className="btn btn-icon shrink-0"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            aria-controls={field.id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  );
}

export function TextArea({ field, label, hint, required, ...input }: PropsOf<'textarea'>) {
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      {(control) => <textarea className="input" {...control} {...input} />}
    </Field>
  );
}

type SelectProps = PropsOf<'select'> & { options: readonly SelectOption[]; empty?: string };

/** Without `empty`, one is always chosen. */
export function Select({ field, label, hint, required, ...props }: SelectProps) {
  const { options, empty, ...input } = props;
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      {(control) => (
        <select className="input" {...control} {...input}>
          {empty && <option value="">{empty}</option>}
          {withValue(options, control.defaultValue).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ErrorSummaryProps {
  title: string;
  text?: string;
  errors?: { id: string; label: string; message: string }[];
  refusal?: unknown;
}

/**
 * Every error as a link to its field until that is corrected (rule 3.16). Without scripts it takes the focus,
 * otherwise the first invalid field does.
 */
export function ErrorSummary({ title, text, errors = [], refusal }: ErrorSummaryProps) {
  const ids = errors.map(({ id }) => id);
  const corrected = useCorrectedFields(ids, refusal);
  const remaining = errors.filter(({ id }) => !corrected.has(id));
  if (errors.length && !remaining.length) return null;
  return (
    <div role="alert" tabIndex={-1} autoFocus className="notice notice-failed">
      <Icon name="alert" className="mt-0.5 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {text && <p>{text}</p>}
        {remaining.length > 0 && (
          <ul>
            {remaining.map(({ id, label, message }) => (
              <li key={id}>
                <a className="link" href={`#${id}`} onClick={jump}>
                  {message.startsWith(label) ? message : `${label}: ${message}`}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
