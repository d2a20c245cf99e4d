import {
  CUSTOM_FIELD_FORM_FIELDS,
  CustomFieldChanges,
  FieldSectionInput,
  parseFieldForm,
} from '~/domain/custom-field/schema';
import {
  addSeenFieldValues,
  getCustomField,
  updateCustomField,
} from '~/domain/custom-field/update.server';
import { parseInput } from '~/errors';
import { parseCustomFieldForm } from '~/http/forms/custom-field.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithSentForm } from '~/http/forms/reply.server';

export const action = formAction({
  access: 'admin',
  fields: CUSTOM_FIELD_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, params, form }) {
    const sent = parseCustomFieldForm(form);
    const changes = parseInput(CustomFieldChanges, parseFieldForm(sent));
    const section = parseInput(FieldSectionInput, { section: sent.section || undefined });
    const values = { ...changes, ...section };
    const { name } = await updateCustomField(viewer, params.key!, values, { seen: sent.seen });
    return { redirectTo: '/admin/fields', toast: { title: 'Success', text: `${name} saved` } };
  },
  async onError(error, { params, form }) {
    const sent = parseCustomFieldForm(form);
    if (error.status !== 409) return replyWithSentForm(error, sent);
    const seen = addSeenFieldValues(await getCustomField(params.key!), sent.seen, error.paths);
    return replyWithSentForm(error, { ...sent, seen });
  },
});
