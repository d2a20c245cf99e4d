import {
  CustomFieldChanges,
  FIELD_FORM,
  FieldSectionInput,
  parseFieldForm,
} from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { parseInput } from '~/errors';
import { parseCustomFieldForm } from '~/http/forms/custom-field.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithSentForm } from '~/http/forms/reply.server';

export const action = formAction({
  access: 'admin',
  fields: FIELD_FORM,
  savesSubmission: true,
  async handler({ viewer, params, form }) {
    const sent = parseCustomFieldForm(form);
    const changes = parseInput(CustomFieldChanges, parseFieldForm(sent));
    const section = parseInput(FieldSectionInput, { section: sent.section || undefined });
    const { name } = await updateCustomField(viewer, params.key!, { ...changes, ...section });
    return { redirectTo: '/admin/fields', toast: { title: 'Success', text: `${name} saved` } };
  },
  onError: (error, { form }) => replyWithSentForm(error, parseCustomFieldForm(form)),
});
