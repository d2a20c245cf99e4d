import { data } from '@remix-run/node';
import { FIELD_FORM } from '~/models/field/schema';
import { recordOf } from '~/models/record';
import type { Refusal } from '~/refusal';
import { readForm } from './request.server';

/** The form of a fund's own field. */

export async function readSentField(request: Request) {
  const form = await readForm(request, FIELD_FORM);
  return recordOf(FIELD_FORM.text, (name) => form.get(name) ?? '');
}
export type SentField = Awaited<ReturnType<typeof readSentField>>;

/** The form comes back with what was typed. Throws any refusal but 400 and 409. */
export function refusedField(sent: SentField, refused: Refusal) {
  const { status, errors, message } = refused;
  if (status !== 400 && status !== 409) throw refused;
  return data({ sent, errors: errors ?? [{ path: 'name', message }] }, status);
}
