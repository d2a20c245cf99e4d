import { FIELD_FORM } from '~/domain/custom-field/schema';
import { buildRecord } from '~/domain/record';
import type { PostedForm } from '~/http/request/form.server';

export type CustomFieldFormValues = Record<(typeof FIELD_FORM.text)[number], string>;

export function parseCustomFieldForm(
  form: PostedForm<(typeof FIELD_FORM.text)[number]>,
): CustomFieldFormValues {
  return buildRecord(FIELD_FORM.text, (name) => form.get(name) ?? '');
}
