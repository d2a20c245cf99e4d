import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { z } from 'zod';
import { NamePasskey } from '~/domain/second-factor/schema';
import { submitForm } from '~/http/forms/reply.server';

const DONE: Record<string, string> = {
  confirm: 'Authenticator app added',
  passkey: 'Passkey added',
  remove: 'Passkey removed',
  off: 'Two-step login is off',
};

/** Shows the recovery codes that `change` returns. */
export async function applyChange<T>(
  { form, intent, page }: { form: FormData; intent: string; page: string },
  schema: z.ZodType<T>,
  work: (value: T) => Promise<string[] | void>,
) {
  const result = await submitForm(form, schema, work, {
    hideFields: ['code', 'credential'],
  });
  if (!result.ok)
    return data({ intent, codes: undefined, reply: result.error.reply }, result.error.status);
  const codes = result.value;
  if (codes) return data({ intent, codes, reply: undefined });
  if (intent === 'app') return { redirectTo: page };
  return { redirectTo: page, toast: { title: DONE[intent] ?? 'Saved' } };
}

/**
 * Asks for a passkey now that the session is confirmed, which it was not when the page was
 * rendered.
 */
export function askForPasskey(form: FormData) {
  const submission = parseWithZod(form, { schema: NamePasskey });
  const status = submission.status === 'success' ? 200 : 400;
  return data({ intent: 'passkey', codes: undefined, reply: submission.reply() }, status);
}
