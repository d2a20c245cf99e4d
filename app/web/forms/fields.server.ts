import { FIELD_FORM } from '~/models/field/schema';
import { recordOf } from '~/models/record';
import { readForm } from './request.server';

/** The form of a fund's own field. */

export async function readSentField(request: Request) {
  const form = await readForm(request, FIELD_FORM);
  return recordOf(FIELD_FORM.text, (name) => form.get(name) ?? '');
}
export type SentField = Awaited<ReturnType<typeof readSentField>>;
