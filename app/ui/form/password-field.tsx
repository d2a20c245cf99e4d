import { useState } from 'react';
import { Icon } from '~/ui/icon';
import { useHydrated } from '~/ui/layout/hydrated';
import { type ControlPropsFor, Field } from './fields';

export function PasswordField({
  field,
  label,
  hint,
  required,
  ...input
}: ControlPropsFor<'input'>) {
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
