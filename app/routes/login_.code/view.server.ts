import type { LoaderFunctionArgs } from '@remix-run/node';
import { hashKey } from '~/domain/key.server';
import { createAuthenticationOptions } from '~/domain/second-factor/verify-passkey.server';
import { addReturnPath, parseSafePath } from '~/http/request/safe-path.server';
import {
  findRequestPendingLogin,
  type PendingLogin,
  requireSignedOut,
} from '~/http/session/login.server';
import { respondWithRedirect } from '~/http/session/toast.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request, readReturnPath(request));
  const { user, key } = await requirePendingLogin(request);
  return {
    email: user.email,
    loginPath: getLoginPath(request),
    passkey: await createAuthenticationOptions({ userId: user.id, holderKey: hashKey(key) }),
  };
}

export async function requirePendingLogin(request: Request): Promise<PendingLogin> {
  const login = await findRequestPendingLogin(request);
  if (login) return login;
  throw await respondWithRedirect({
    redirectTo: getLoginPath(request),
    toast: {
      title: 'Please sign in again',
      text: 'You have five minutes for the second step.',
      failed: true,
    },
  });
}

function readReturnPath(request: Request): string | undefined {
  return parseSafePath(new URL(request.url).searchParams.get('to'));
}

function getLoginPath(request: Request): string {
  return addReturnPath('/login', readReturnPath(request));
}
