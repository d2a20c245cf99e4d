import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import type { Viewer } from '~/models/access';
import { formatDate, type Locale } from '~/models/dates';
import { findPendingApp } from './codes.server';
import { creationOptions, offersPasskeys } from './passkey.server';
import { MOST_PASSKEYS } from './schema';
import { getSecondFactor } from './state.server';

export async function secondFactorView(viewer: Viewer, locale: Locale) {
  const { hasApp, passkeys, recoveryCodes } = await getSecondFactor(viewer.id);
  const pending = await findPendingApp(viewer);
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
    newPasskey:
      offersPasskeys && passkeys.length < MOST_PASSKEYS ? await creationOptions(viewer) : undefined,
  };
}
export type SecondFactorView = Awaited<ReturnType<typeof secondFactorView>>;

/** Its number of modules per side, and their outline as an SVG path. */
function qrCode(text: string): { size: number; path: string } {
  const code = generate(text);
  return { size: code.size, path: toSvgPath(code) };
}
