import type { Submission } from '@conform-to/react';
import type { Refusal } from '~/refusal.server';

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
