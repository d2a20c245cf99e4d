import type { ReactNode } from 'react';
import type { CustomFieldView } from '~/domain/custom-field/json';
import {
  CUSTOM_SECTION,
  FIELD_KIND_LABELS,
  FIELD_KINDS,
  hasOptions,
} from '~/domain/custom-field/kinds';
import { MAX_FIELD_NAME_LENGTH, MAX_HINT_LENGTH } from '~/domain/custom-field/limits';
import { FORM_SECTIONS } from '~/domain/deal-field/fields';
import { FieldError } from '~/ui/form/fields';
import { useSavedSubmission } from '~/ui/form/saved-submission';

export interface RejectedFieldForm {
  sent: Record<string, string>;
  errors: { path: string; message: string }[];
}

interface CustomFieldFormProps {
  field?: CustomFieldView;
  reply?: RejectedFieldForm;
  children: ReactNode;
}

export function CustomFieldForm({ field, reply, children }: CustomFieldFormProps) {
  const { name, hint, options, required, section, kind } = field ?? {};
  const saved = useSavedSubmission();
  const stored = {
    name,
    hint: hint ?? '',
    options: options?.join('\n'),
    section,
    kind: kind ?? 'text',
    required: required ? 'on' : '',
  };
  const sent = reply?.sent ?? (saved?.name === undefined ? stored : saved);
  const findProblem = (path: string) =>
    reply?.errors.find((error) => error.path === path || error.path.startsWith(`${path}.`));
  const getControlProps = (path: string) => ({
    id: path,
    name: path,
    className: 'input',
    'aria-invalid': findProblem(path) ? true : undefined,
    'aria-describedby': findProblem(path) && `${path}-error`,
    autoFocus: findProblem(path) !== undefined && findProblem(path) === reply?.errors[0],
  });
  const renderError = (path: string) => (
    <FieldError id={`${path}-error`} message={findProblem(path)?.message} />
  );
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <label className="label" htmlFor="name">
            Name
          </label>
          <input
            {...getControlProps('name')}
            defaultValue={sent.name}
            maxLength={MAX_FIELD_NAME_LENGTH}
            required
          />
          {renderError('name')}
        </div>
        {field ? (
          <div>
            <p className="label">Kind</p>
            <p className="mt-1">{FIELD_KIND_LABELS[field.kind]}</p>
          </div>
        ) : (
          <div>
            <label className="label" htmlFor="kind">
              Kind
            </label>
            <select {...getControlProps('kind')} defaultValue={sent.kind}>
              {FIELD_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {FIELD_KIND_LABELS[kind]}
                </option>
              ))}
            </select>
            {renderError('kind')}
          </div>
        )}
      </div>
      {(!field || hasOptions(field.kind)) && (
        <div className={field ? undefined : 'options'}>
          <label className="label" htmlFor="options">
            Choices, one per line
          </label>
          <textarea {...getControlProps('options')} rows={5} defaultValue={sent.options} />
          {renderError('options')}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <label className="label" htmlFor="hint">
            Hint
          </label>
          <input
            {...getControlProps('hint')}
            defaultValue={sent.hint}
            maxLength={MAX_HINT_LENGTH}
          />
          {renderError('hint')}
        </div>
        <div>
          <label className="label" htmlFor="section">
            Section of the form
          </label>
          <select {...getControlProps('section')} defaultValue={sent.section || CUSTOM_SECTION}>
            {[CUSTOM_SECTION, ...FORM_SECTIONS].map((title) => (
              <option key={title}>{title}</option>
            ))}
          </select>
          {renderError('section')}
        </div>
      </div>
      <label className="flex items-center gap-2">
        <input type="checkbox" name="required" defaultChecked={sent.required === 'on'} />
        Required for new deals
      </label>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
