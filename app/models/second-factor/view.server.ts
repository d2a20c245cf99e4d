import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import type { Viewer } from '~/models/access';
import { formatDate, type Locale } from '~/models/dates';
import { findPendingApp } from './app.server';
import { hashKey } from '~/models/key.server';
import { isConfirmed } from '~/models/user/session.server';
import { creationOptions, offersPasskeys, requestOptions } from './passkey.server';
import { MOST_PASSKEYS } from './schema';
import { getSecondFactor } from './state.server';

/**
 * What the page shows. What is needed to set up an app or a passkey is left out until the session has
 * been confirmed (rule 1.45).
 */
export async function secondFactorView(viewer: Viewer, sessionId: string, locale: Locale) {
  const { hasApp, passkeys, recoveryCodes } = await getSecondFactor(viewer.id);
  const mayBegin = await isConfirmed(sessionId);
  const pending = mayBegin ? await findPendingApp(viewer, sessionId) : undefined;
  return {
    email: viewer.email,
    hasApp,
    pending: pending && {
      secret: pending.secret.match(/.{1,4}/g)!.join(' '),
      uri: pending.uri,
      qr: qrCode(pending.uri),
    },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      added: formatDate(createdAt, locale),
      used: lastUsedAt ? formatDate(lastUsedAt, locale) : undefined,
    })),
    recoveryCodes,
    mayAddPasskey: offersPasskeys && passkeys.length < MOST_PASSKEYS,
    newPasskey: mayBegin && offersPasskeys ? await creationOptions(viewer, sessionId) : undefined,
  };
}
export type SecondFactorView = Awaited<ReturnType<typeof secondFactorView>>;

/** What the page needs that asks for the password and, where there is one, the second factor. */
export async function identityQuestion(viewer: Viewer, sessionId: string) {
  const { hasApp, passkeys } = await getSecondFactor(viewer.id);
  return {
    email: viewer.email,
    hasApp,
    asksForCode: hasApp || passkeys.length > 0,
    passkey: await requestOptions({ userId: viewer.id, holder: hashKey(sessionId) }),
  };
}
export type IdentityQuestion = Awaited<ReturnType<typeof identityQuestion>>;

/** Its number of modules per side, and their outline as an SVG path. */
function qrCode(text: string): { size: number; path: string } {
  const code = generate(text);
  return { size: code.size, path: toSvgPath(code) };
}
