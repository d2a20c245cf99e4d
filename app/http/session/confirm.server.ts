import type { Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';
import { hasSecondFactor } from '~/domain/second-factor/get.server';
import { getIdentityQuestion } from '~/domain/second-factor/identity.server';
import { CODE_REQUIRED_MESSAGE, Identity, IDENTITY_FIELDS } from '~/domain/second-factor/schema';
import { verifySecondFactor } from '~/domain/second-factor/verify.server';
import { confirmSession, isSessionConfirmed } from '~/domain/session/confirm.server';
import { verifyCurrentPassword } from '~/domain/user/change-password.server';
import {
  DomainError,
  forbidden,
  invalid,
  parseInput,
  type SubmittedForm,
  type TypedField,
} from '~/errors';
import { logEvent } from '~/log.server';
import { catchDomainError } from '~/result.server';
import { OPENED_BY_FIELD } from './guards.server';
import { readSessionId } from './session.server';
import { withCodeThrottle, withPasswordThrottle } from './throttle.server';

/**
 * Returns the session's id if the user has confirmed password and second factor in this form or
 * within ten minutes (rule 1.45). Otherwise throws the page that asks for them and sends the form
 * again: 403, or 400 and 429 for wrong input.
 */
export async function requireRecentConfirmation(
  request: Request,
  viewer: Viewer,
  form: FormData,
): Promise<string> {
  const sessionId = (await readSessionId(request)) ?? '';
  const isGiven = form.has('current');
  if (!isGiven && (await isSessionConfirmed(sessionId))) return sessionId;
  const confirmation = await catchDomainError(async () => {
    if (!isGiven) throw forbidden('Please confirm that it is you.');
    await verifyIdentity(viewer, sessionId, form);
  });
  if (confirmation.ok) return sessionId;
  const { error } = confirmation;
  const confirm = await getIdentityQuestion(viewer, sessionId);
  const body = { ...error.body, form: buildSubmittedForm(request, viewer, form), confirm };
  throw new DomainError(error.kind, body, { retryAfter: error.retryAfter });
}

async function verifyIdentity(viewer: Viewer, sessionId: string, form: FormData): Promise<void> {
  const identity = parseInput(Identity, Object.fromEntries(form));
  const { current, currentCode: code, currentPasskey: credential } = identity;
  await withPasswordThrottle(viewer, sessionId, () => verifyCurrentPassword(viewer, current));
  if (await hasSecondFactor(viewer.id)) {
    if (!code && !credential)
      throw invalid([{ path: 'currentCode', message: CODE_REQUIRED_MESSAGE }]);
    const holder = hashKey(sessionId);
    const verification = await catchDomainError(() =>
      withCodeThrottle(`session ${holder}`, code, () =>
        verifySecondFactor(viewer, holder, { code, credential }),
      ),
    );
    if (!verification.ok) {
      const { error } = verification;
      if (error.status !== 401) throw error;
      throw invalid([{ path: 'currentCode', message: error.message }]);
    }
  }
  await confirmSession(sessionId);
  logEvent('password confirmed');
}

function buildSubmittedForm(request: Request, viewer: Viewer, form: FormData): SubmittedForm {
  const { pathname, search } = new URL(request.url);
  const isSecret = (name: string) => (IDENTITY_FIELDS as string[]).includes(name);
  const fields = ([...form] as TypedField[]).filter(([name]) => !isSecret(name));
  return { action: pathname + search, fields: [[OPENED_BY_FIELD, viewer.id], ...fields] };
}
