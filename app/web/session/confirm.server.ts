import { attempt } from '~/attempt.server';
import { forbidden, invalid, parse, Refusal } from '~/refusal';
import { logEvent } from '~/log.server';
import type { Viewer } from '~/models/access';
import { hashKey } from '~/models/key.server';
import { acceptFactor } from '~/models/second-factor/login.server';
import { CODE, Identity, IDENTITY_FIELDS } from '~/models/second-factor/schema';
import { identityQuestion } from '~/models/second-factor/view.server';
import { checkCurrentPassword } from '~/models/user/profile.server';
import { confirmSession, isConfirmed } from '~/models/user/session.server';
import { sessionId } from './auth.server';
import { withCodeThrottle, withPasswordThrottle } from './throttle.server';
import { hasSecondFactor } from '~/models/second-factor/state.server';

/**
 * For an act that would outlast a stolen session (rule 1.45): returns the session's id if its person
 * has given the password, and the second factor if they have one, within ten minutes or in this
 * form. Otherwise throws the page that asks for them (403, or 400 and 429 for what was wrong) and
 * sends the form again with what was typed.
 */
export async function requireConfirmed(
  request: Request,
  viewer: Viewer,
  form: FormData,
): Promise<string> {
  const session = (await sessionId(request)) ?? '';
  const isGiven = form.has('current');
  if (!isGiven && (await isConfirmed(session))) return session;
  const { refused } = await attempt(async () => {
    if (!isGiven) throw forbidden('Please confirm that it is you.');
    await checkIdentity(viewer, session, form);
  });
  if (!refused) return session;
  const confirm = await identityQuestion(viewer, session);
  const body = { ...refused.body, form: sentForm(request, form), confirm };
  throw new Refusal(refused.kind, body, refused.retryAfter);
}

async function checkIdentity(viewer: Viewer, session: string, form: FormData): Promise<void> {
  const identity = parse(Identity, Object.fromEntries(form));
  const { current, currentCode: code, currentPasskey: credential } = identity;
  await withPasswordThrottle(viewer, session, () => checkCurrentPassword(viewer, current));
  if (await hasSecondFactor(viewer.id)) {
    if (!code && !credential) throw invalid([{ path: 'currentCode', message: CODE }]);
    const holder = hashKey(session);
    const { refused } = await attempt(() =>
      withCodeThrottle(`session ${holder}`, code, () =>
        acceptFactor(viewer, holder, { code, credential }),
      ),
    );
    if (refused?.status === 401) throw invalid([{ path: 'currentCode', message: refused.message }]);
    if (refused) throw refused;
  }
  await confirmSession(session);
  logEvent('password confirmed');
}

/** All that was sent but for what confirms, which is never sent back. */
function sentForm(request: Request, form: FormData) {
  const { pathname, search } = new URL(request.url);
  const fields = [...form] as [string, string][];
  const isSecret = (name: string) => (IDENTITY_FIELDS as string[]).includes(name);
  return { action: pathname + search, fields: fields.filter(([name]) => !isSecret(name)) };
}
