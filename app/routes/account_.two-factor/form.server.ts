import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { z } from 'zod';
import { confirmAppSetup, startAppSetup } from '~/domain/second-factor/app-setup.server';
import { addPasskey, removePasskey } from '~/domain/second-factor/passkey.server';
import { renewRecoveryCodes } from '~/domain/second-factor/recovery-codes.server';
import { disableSecondFactor } from '~/domain/second-factor/reset.server';
import {
  AddPasskey,
  ConfirmApp,
  IDENTITY_FIELDS,
  NamePasskey,
  SECOND_FACTOR_FORM_FIELDS,
} from '~/domain/second-factor/schema';
import { badRequest } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { requireRecentConfirmation } from '~/http/session/confirm.server';
import { SECOND_FACTOR_PAGE } from '~/http/session/guards.server';

const DONE: Record<string, string> = {
  confirm: 'Authenticator app added',
  passkey: 'Passkey added',
  remove: 'Passkey removed',
  off: 'Two-step login is off',
};

const NO_FIELDS = z.object({});

export const action = formAction({
  access: 'beforeSecondFactor',
  fields: { text: [...SECOND_FACTOR_FORM_FIELDS.text, ...IDENTITY_FIELDS] },
  async handler({ viewer, request, form }) {
    const session = await requireRecentConfirmation(request, viewer, form);
    const intent = form.get('intent') ?? '';
    const { search } = new URL(request.url);
    const submission = { form, intent, page: SECOND_FACTOR_PAGE + search };
    switch (intent) {
      case 'app':
        return applyChange(submission, NO_FIELDS, () => startAppSetup(viewer, session));
      case 'confirm':
        return applyChange(submission, ConfirmApp, (app) => confirmAppSetup(viewer, session, app));
      case 'codes':
        return applyChange(submission, NO_FIELDS, () => renewRecoveryCodes(viewer));
      case 'passkey':
        return form.get('credential')
          ? applyChange(submission, AddPasskey, (passkey) => addPasskey(viewer, session, passkey))
          : askForPasskey(form);
      case 'remove':
        return applyChange(submission, NO_FIELDS, () =>
          removePasskey(viewer, form.get('id') ?? ''),
        );
      case 'off':
        return applyChange(submission, NO_FIELDS, () => disableSecondFactor(viewer));
      default:
        throw badRequest('Unknown action.');
    }
  },
});

async function applyChange<T>(
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
function askForPasskey(form: FormData) {
  const submission = parseWithZod(form, { schema: NamePasskey });
  const status = submission.status === 'success' ? 200 : 400;
  return data({ intent: 'passkey', codes: undefined, reply: submission.reply() }, status);
}
