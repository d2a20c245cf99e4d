import type { LoaderFunctionArgs } from '@remix-run/node';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { getHomePath, type Viewer } from '~/domain/access';
import { findPendingAppSetup } from '~/domain/second-factor/app-setup.server';
import { getSecondFactor } from '~/domain/second-factor/get.server';
import { MAX_PASSKEYS } from '~/domain/second-factor/limits';
import { createRegistrationOptions } from '~/domain/second-factor/passkey.server';
import { hasPasskeySupport } from '~/domain/second-factor/webauthn.server';
import { isSessionConfirmed } from '~/domain/session/confirm.server';
import { formatDate } from '~/format/date';
import type { Locale } from '~/format/locale';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireSession } from '~/http/session/guards.server';
import { readSessionId } from '~/http/session/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const { viewer, mustSetUpSecondFactor } = await requireSession(request);
  const sessionId = (await readSessionId(request)) ?? '';
  return {
    ...(await getSecondFactorView(viewer, sessionId, readLocale(request))),
    mustSetUp: mustSetUpSecondFactor,
    next: parseSafePath(new URL(request.url).searchParams.get('to')) ?? getHomePath(viewer),
  };
}

/** Leaves out what sets up an app or a passkey until the session is confirmed (rule 1.45). */
async function getSecondFactorView(viewer: Viewer, sessionId: string, locale: Locale) {
  const { hasApp, passkeys, recoveryCodes } = await getSecondFactor(viewer.id);
  const canBegin = await isSessionConfirmed(sessionId);
  const pending = canBegin ? await findPendingAppSetup(viewer, sessionId) : undefined;
  return {
    email: viewer.email,
    hasApp,
    pending: pending && {
      secret: pending.secret.match(/.{1,4}/g)!.join(' '),
      uri: pending.uri,
      qr: createQrCode(pending.uri),
    },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      added: formatDate(createdAt, locale),
      used: lastUsedAt ? formatDate(lastUsedAt, locale) : undefined,
    })),
    recoveryCodes,
    canAddPasskey: hasPasskeySupport && passkeys.length < MAX_PASSKEYS,
    newPasskey:
      canBegin && hasPasskeySupport
        ? await createRegistrationOptions(viewer, sessionId)
        : undefined,
  };
}

export type SecondFactorView = Awaited<ReturnType<typeof getSecondFactorView>>;

function createQrCode(text: string): { size: number; path: string } {
  const code = generate(text);
  return { size: code.size, path: toSvgPath(code) };
}
