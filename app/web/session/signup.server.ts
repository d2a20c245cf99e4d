import { z } from 'zod';
import type { User } from '#db/schema';
import { env } from '~/env.server';
import { findSignupStatus, signUp } from '~/models/user/write.server';
import type { Signup } from '~/models/user/schema';
import { signedCookie } from './cookies.server';

/** The random key of the browser's sign-up. */
const cookie = signedCookie('signup', {
  maxAge: 30 * 24 * 60 * 60,
  schema: z.string().min(1),
});

/** Creates the user. The cookie is only for those who wait for approval. */
export async function register(
  input: Signup,
): Promise<{ user: User; requiresApproval: boolean; cookie?: string; advice?: string }> {
  const requiresApproval = env.REQUIRE_APPROVAL;
  const { user, key, advice } = await signUp(input, { requireApproval: requiresApproval });
  return {
    user,
    requiresApproval,
    cookie: requiresApproval ? await cookie.write(key) : undefined,
    advice,
  };
}

export async function readSignupStatus(
  request: Request,
): Promise<User['approvalStatus'] | undefined> {
  const key = await cookie.read(request);
  return key ? findSignupStatus(key) : undefined;
}

/** The cookie that deletes the key, after a login. */
export function forgetSignup(): Promise<string> {
  return cookie.clear();
}
