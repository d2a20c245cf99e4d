import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import type { OwnerChoices } from '~/domain/user/owner-choices.server';
import { createField, Field, FieldError } from './fields';

interface OwnerPickerProps {
  label: string;
  choices: OwnerChoices;
  nobody?: string;
  chosen?: string;
  error?: string;
  autoFocus?: boolean;
}

export function OwnerPicker(props: OwnerPickerProps) {
  return props.choices.search === undefined ? <Select {...props} /> : <Search {...props} />;
}

export function RecipientPicker(props: Pick<OwnerPickerProps, 'choices' | 'chosen' | 'error'>) {
  return (
    <OwnerPicker
      label="Or first transfer the pipelines to"
      nobody="Nobody: delete them too"
      {...props}
    />
  );
}

/** Goes on to offer a refused choice: the first option may delete the deals. */
function Select({ label, choices, nobody, chosen, error, autoFocus }: OwnerPickerProps) {
  const isGone = Boolean(chosen) && choices.owners.every(({ email }) => email !== chosen);
  return (
    <Field field={createField('owner', chosen, error)} label={label}>
      {(control) => (
        <select
          key={isGone ? chosen : ''}
          {...control}
          required={!nobody}
          autoFocus={autoFocus}
          className="input"
        >
          <option value="">{nobody ?? 'Choose a colleague'}</option>
          {isGone && <option value={chosen}>{`${chosen} (cannot be chosen)`}</option>}
          {choices.owners.map(({ email, name }) => (
            <option key={email} value={email}>
              {name === email ? email : `${name} (${email})`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/**
 * Reloads the page with the form's other values and the owners found. A search requires a choice,
 * so that no deals are deleted by mistake.
 */
function Search({ label, choices, nobody, chosen = '', error, autoFocus }: OwnerPickerProps) {
  const { search, owners, hasMore } = choices;
  return (
    <fieldset className="grid gap-2" aria-describedby={error && 'owner-error'}>
      <legend className="label mb-1">{label}</legend>
      <div className="flex gap-2">
        <input
          type="search"
          name="find"
          defaultValue={search}
          maxLength={MAX_SEARCH_LENGTH}
          autoFocus={autoFocus}
          placeholder="Name or email"
          aria-label="Find a colleague by name or email"
          aria-invalid={error ? true : undefined}
          className="input"
        />
        <button className="btn" formMethod="get" formNoValidate>
          Find
        </button>
      </div>
      {search && (
        <p role="status" className="muted">
          {owners.length
            ? hasMore && `The first ${owners.length} are shown. Keep typing to find others.`
            : 'Nobody matches this search.'}
        </p>
      )}
      {(nobody !== undefined || owners.length > 0) && (
        <ul key={search} className="owner-choices ruled">
          {nobody && <Choice name={nobody} email="" isChosen={!chosen && !search} />}
          {owners.map((choice) => (
            <Choice key={choice.email} {...choice} isChosen={choice.email === chosen} />
          ))}
        </ul>
      )}
      <FieldError id="owner-error" message={error} />
    </fieldset>
  );
}

function Choice({ name, email, isChosen }: { name: string; email: string; isChosen: boolean }) {
  return (
    <li>
      <label>
        <input type="radio" name="owner" value={email} defaultChecked={isChosen} required />
        <span className="min-w-0 break-words">
          {name} {email && email !== name && <span className="muted">{email}</span>}
        </span>
      </label>
    </li>
  );
}
