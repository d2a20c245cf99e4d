import type { Viewer } from '~/domain/access';
import { addCustomField } from '~/domain/custom-field/create.server';
import { FIELD_PRESETS } from '~/domain/custom-field/kinds';
import {
  CUSTOM_FIELD_FORM_FIELDS,
  FieldSectionInput,
  NewCustomField,
  parseFieldForm,
} from '~/domain/custom-field/schema';
import { moveCustomField, updateCustomField } from '~/domain/custom-field/update.server';
import { badRequest, parseInput } from '~/errors';
import { type CustomFieldFormValues, parseCustomFieldForm } from '~/http/forms/custom-field.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithSentForm } from '~/http/forms/reply.server';

export const action = formAction({
  access: 'admin',
  fields: CUSTOM_FIELD_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, form }) {
    const text = await runIntent(viewer, parseCustomFieldForm(form));
    return { redirectTo: '/admin/fields', toast: { title: 'Success', text } };
  },
  onError: (error, { form }) => replyWithSentForm(error, parseCustomFieldForm(form)),
});

async function runIntent(viewer: Viewer, sent: CustomFieldFormValues): Promise<string> {
  const { key } = sent;
  switch (sent.do) {
    case 'preset': {
      const preset = FIELD_PRESETS.find(({ name }) => name === sent.name);
      return `${(await addCustomField(viewer, parseInput(NewCustomField, preset ?? {}))).name} added`;
    }
    case 'add': {
      const field = parseInput(NewCustomField.safeExtend(FieldSectionInput.shape), {
        ...parseFieldForm(sent),
        kind: sent.kind,
        section: sent.section || undefined,
      });
      return `${(await addCustomField(viewer, field)).name} added`;
    }
    case 'up':
    case 'down':
      return `${(await moveCustomField(viewer, key, sent.do === 'up' ? -1 : 1)).name} moved ${sent.do}`;
    case 'archive':
      return `${(await updateCustomField(viewer, key, { archived: true })).name} archived`;
    case 'restore':
      return `${(await updateCustomField(viewer, key, { archived: false })).name} restored`;
    default:
      throw badRequest('Unknown action.');
  }
}
