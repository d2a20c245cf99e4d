import type { Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { Refusal } from '~/refusal';

/** The reply to a form that a domain function refused: its errors at their fields, or one above. */
export function refusedReply<T>(
  submission: Submission<T>,
  { message, errors }: Refusal,
  hideFields: string[],
) {
  const fieldErrors = Object.fromEntries(
    (errors ?? []).map((error) => [error.path, [error.message]]),
  );
  return submission.reply({
    fieldErrors,
    formErrors: errors ? undefined : [message],
    hideFields,
  });
}

/** The reply to a choice of a new owner that was refused (400). Throws any other refusal. */
export function refusedChoice(chosen: string, refused: Refusal) {
  const { status, errors } = refused;
  if (status !== 400) throw refused;
  return data({ chosen, error: errors?.[0]?.message }, status);
}
