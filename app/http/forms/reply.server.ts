import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import type { z } from 'zod';
import type { DomainError } from '~/errors';
import type { PostedForm } from '~/http/request/form.server';
import type { Result } from '~/result';
import { catchDomainError } from '~/result.server';

interface FormFailure {
  reply: SubmissionResult;
  status: number;
}

interface SubmitOptions {
  hideFields?: string[];
  failureMessage?: string;
}

/**
 * Validates a form and runs `work` with its values. Returns the value, or the reply with the errors
 * and its status. With `failureMessage`, an unexpected error is logged and gets that message.
 */
export async function submitForm<T, Value>(
  form: FormData,
  schema: z.ZodType<T>,
  work: (input: T) => Promise<Value>,
  { hideFields = [], failureMessage }: SubmitOptions = {},
): Promise<Result<Value, FormFailure>> {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success')
    return { ok: false, error: { reply: submission.reply({ hideFields }), status: 400 } };
  const result = await catchDomainError(() => work(submission.value), failureMessage);
  if (result.ok) return result;
  const { error } = result;
  const reply = buildErrorReply(submission, error, hideFields);
  return { ok: false, error: { reply, status: error.status } };
}

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

/** Shows errors of fields at the fields, and any other message above the form after `failure`. */
export function describeRejection<T>(
  submission: Submission<T>,
  error: DomainError,
  failure: string,
): { result: SubmissionResult<string[]>; failure?: string } {
  if (error.errors) return { result: buildErrorReply(submission, error, []) };
  return { result: submission.reply(), failure: `${failure}. ${error.message}` };
}

export function replyWithSentForm<Sent>(error: DomainError, sent: Sent) {
  const { status, message, errors = [{ path: 'name', message }] } = error;
  return status === 400 || status === 409 ? data({ sent, errors }, status) : undefined;
}

/** Shows a page that deletes deals again, with the message, after their number has changed. */
export function replyWithChangedDeals(form: PostedForm<'owner'>, { status, message }: DomainError) {
  if (status !== 409) return undefined;
  return data({ chosen: form.get('owner') ?? '', error: undefined, failure: message }, status);
}

/** Parses a version or count that the form showed; undefined for a form without one. */
export function parseSeen(sent: string | null): number | undefined {
  return sent === null ? undefined : Number(sent);
}

export function replyWithChosenOwner<Sent extends object>(
  form: PostedForm<'owner'>,
  { status, errors, reason }: DomainError,
  sent?: Sent,
) {
  if (status !== 412 && (status !== 400 || !errors)) return undefined;
  return data({ ...sent, chosen: form.get('owner') ?? '', error: reason }, status);
}
