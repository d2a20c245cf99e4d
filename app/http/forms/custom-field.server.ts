import { FIELD_FORM } from '~/domain/custom-field/schema';
import { buildRecord } from '~/domain/record';
import { readForm } from '~/http/request/form.server';

export async function readCustomFieldForm(request: Request) {
  const form = await readForm(request, FIELD_FORM);
  return buildRecord(FIELD_FORM.text, (name) => form.get(name) ?? '');
}
export type CustomFieldFormValues = Awaited<ReturnType<typeof readCustomFieldForm>>;
