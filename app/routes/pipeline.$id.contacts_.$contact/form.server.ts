import { updateContact } from '~/domain/contact/edit.server';
import { CONTACT_RECORDS, getContact } from '~/domain/contact/list.server';
import { CONTACT_FORM_FIELDS, ContactInput, EMPTY_CONTACT } from '~/domain/contact/schema';
import { applyDefaults } from '~/domain/record';
import { createEditRecordAction } from '~/http/forms/deal-record.server';

export const action = createEditRecordAction({
  rows: CONTACT_RECORDS,
  fields: CONTACT_FORM_FIELDS,
  schema: ContactInput,
  get: getContact,
  change(viewer, { dealId, id }, typed, { seen }) {
    return updateContact(viewer, dealId, id, { ...applyDefaults(typed, EMPTY_CONTACT), seen });
  },
});
