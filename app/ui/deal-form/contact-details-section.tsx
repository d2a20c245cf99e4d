import type { ComponentProps } from 'react';
import type { ContactDetailKey } from '~/domain/contact/details';
import { type FieldState, TextField } from '~/ui/form/fields';

export const CONTACT_DETAIL_LABELS: Record<ContactDetailKey, string> = {
  website: 'Website',
  contactName: 'Contact',
  contactEmail: "Contact's email",
};

/** Web addresses are text, as browsers refuse one without https:// in a field for addresses. */
const INPUT_PROPS: Record<ContactDetailKey, ComponentProps<'input'>> = {
  website: { inputMode: 'url' },
  contactName: {},
  contactEmail: { type: 'email' },
};

interface ContactDetailsSectionProps {
  details: ContactDetailKey[];
  fields: Record<ContactDetailKey, FieldState>;
}

export function ContactDetailsSection({ details, fields }: ContactDetailsSectionProps) {
  return (
    <fieldset className="section">
      <legend>
        <h2>Contact</h2>
      </legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {details.map((key) => (
          <TextField
            key={key}
            field={fields[key]}
            label={CONTACT_DETAIL_LABELS[key]}
            {...INPUT_PROPS[key]}
            autoComplete="off"
          />
        ))}
      </div>
    </fieldset>
  );
}
