import { updateContact } from '~/domain/contact/edit.server';
import { CONTACT_RECORDS, getContact } from '~/domain/contact/list.server';
import { CONTACT_FORM_FIELDS, CONTACT_KEYS, ContactInput } from '~/domain/contact/schema';
import { buildRecord } from '~/domain/record';
import { createEditRecordAction } from '~/http/forms/deal-record.server';

export const action = createEditRecordAction({
  rows: CONTACT_RECORDS,
  fields: CONTACT_FORM_FIELDS,
  schema: ContactInput,
  get: getContact,
  change(viewer, { dealId, id }, typed, { seen }) {
    const texts = buildRecord(CONTACT_KEYS, (key) => typed[key] ?? null);
    return updateContact(viewer, dealId, id, { ...texts, name: typed.name, seen });
  },
});
