import type { ReactNode } from 'react';
import type { CustomFieldView } from '~/domain/custom-field/json';
import {
  CUSTOM_SECTION,
  FIELD_KIND_LABELS,
  FIELD_KINDS,
  hasOptions,
} from '~/domain/custom-field/kinds';
import { FORM_SECTIONS } from '~/domain/deal-field/fields';
import { createField, Select, TextArea, TextField } from '~/ui/form/fields';
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

/** The controls in the order of the form. */
const CONTROLS = ['name', 'kind', 'options', 'hint', 'section'] as const;
type Control = (typeof CONTROLS)[number];

export function CustomFieldForm({ field, reply, children }: CustomFieldFormProps) {
  const saved = useSavedSubmission();
  const sent = reply?.sent ?? (saved?.name === undefined ? toSentValues(field) : saved);
  const findError = (path: string) =>
    reply?.errors.find((error) => error.path === path || error.path.startsWith(`${path}.`));
  const firstInvalid = CONTROLS.find(findError);
  const bind = (name: Control) => ({
    field: createField(name, sent[name], findError(name)?.message),
    autoFocus: name === firstInvalid,
  });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...bind('name')} label="Name" required />
        {field ? (
          <div>
            <p className="label">Kind</p>
            <p className="mt-1">{FIELD_KIND_LABELS[field.kind]}</p>
          </div>
        ) : (
          <Select {...bind('kind')} label="Kind" options={KIND_OPTIONS} />
        )}
      </div>
      {(!field || hasOptions(field.kind)) && (
        <div className={field ? undefined : 'options'}>
          <TextArea {...bind('options')} label="Choices, one per line" rows={5} />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...bind('hint')} label="Hint" />
        <Select {...bind('section')} label="Section of the form" options={SECTION_OPTIONS} />
      </div>
      <label className="flex items-center gap-2">
        <input type="checkbox" name="required" defaultChecked={sent.required === 'on'} />
        Required for new deals
      </label>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

const KIND_OPTIONS = FIELD_KINDS.map((kind) => ({ value: kind, label: FIELD_KIND_LABELS[kind] }));

const SECTION_OPTIONS = [CUSTOM_SECTION, ...FORM_SECTIONS].map((title) => ({
  value: title,
  label: title,
}));

/** Returns what a form of the field sends; the defaults of a new one without a field. */
function toSentValues(field: CustomFieldView | undefined): Partial<Record<string, string>> {
  return {
    name: field?.name,
    kind: field?.kind ?? 'text',
    options: field?.options?.join('\n'),
    hint: field?.hint ?? '',
    section: field?.section ?? CUSTOM_SECTION,
    required: field?.required ? 'on' : '',
  };
}
