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
  const [isShown, setIsShown] = useState(false);
  const isHydrated = useHydrated();
  return (
    <Field field={field} label={label} hint={hint} required={required}>
      {(control) => (
        <div className="flex gap-1">
          <input
            className="input"
            {...control}
            {...input}
            type={isShown ? 'text' : 'password'}
            defaultValue={undefined}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            hidden={!isHydrated}
            className="btn btn-icon shrink-0"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            aria-pressed={isShown}
            aria-controls={field.id}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  );
}
