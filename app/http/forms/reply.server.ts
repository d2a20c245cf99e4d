import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import type { z } from 'zod';
import type { DomainError } from '~/errors';
import { catchDomainError } from '~/result.server';

/**
 * What a form asks for, done: `work` gets what was typed in it. A form that is wrong, or that `work`
 * refuses, has a reply with its errors, and the status to send it with. Rethrows what is no refusal; with
 * `otherwise`, an error is logged and has this message.
 */
export async function submitForm<T, Value>(
  form: FormData,
  schema: z.ZodType<T>,
  work: (typed: T) => Promise<Value>,
  hideFields: string[] = [],
  otherwise?: string,
) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success')
    return { refused: { reply: submission.reply({ hideFields }), status: 400 } };
  const { value, refused } = await catchDomainError(() => work(submission.value), otherwise);
  if (!refused) return { value };
  return {
    refused: { reply: buildErrorReply(submission, refused, hideFields), status: refused.status },
  };
}

/** The reply to a form that a domain function refused: its errors at their fields, or one above. */
export function buildErrorReply<T>(
  submission: Submission<T>,
  { message, errors }: DomainError,
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

/**
 * The reply to a form that was refused, with what was `sent`; an error of no field in particular is
 * the name's. Throws any refusal but 400 and 409.
 */
export function replyWithSentForm<Sent>(sent: Sent, refused: DomainError) {
  const { status, message, errors = [{ path: 'name', message }] } = refused;
  if (status !== 400 && status !== 409) throw refused;
  return data({ sent, errors }, status);
}

/** The reply to a choice of a new owner that was refused (400). Throws any other refusal. */
export function replyWithChosenOwner(chosen: string, refused: DomainError) {
  const { status, errors } = refused;
  if (status !== 400) throw refused;
  return data({ chosen, error: errors?.[0]?.message }, status);
}
