import { addContact } from '~/domain/contact/edit.server';
import { CONTACT_RECORDS } from '~/domain/contact/list.server';
import { CONTACT_FORM_FIELDS, ContactInput } from '~/domain/contact/schema';
import { createAddRecordAction } from '~/http/forms/deal-record.server';

export const action = createAddRecordAction({
  rows: CONTACT_RECORDS,
  fields: CONTACT_FORM_FIELDS,
  schema: ContactInput,
  add: addContact,
});
