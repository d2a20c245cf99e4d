import { CUSTOM_FIELD_FORM_FIELDS } from '~/domain/custom-field/schema';
import { buildRecord } from '~/domain/record';
import type { PostedForm } from '~/http/request/form.server';

export type CustomFieldFormValues = Record<(typeof CUSTOM_FIELD_FORM_FIELDS.text)[number], string>;

export function parseCustomFieldForm(
  form: PostedForm<(typeof CUSTOM_FIELD_FORM_FIELDS.text)[number]>,
): CustomFieldFormValues {
  return buildRecord(CUSTOM_FIELD_FORM_FIELDS.text, (name) => form.get(name) ?? '');
}
