import { z } from 'zod';
import type { User } from '#db/schema';
import { env } from '~/env.server';
import { findSignupStatus, signUp } from '~/models/user/write.server';
import type { Signup } from '~/models/user/schema';
import { signedCookie } from './cookies.server';

/** Remembers in the browser which sign-up it made, for thirty days: a random key, none of the person's data. */
const cookie = signedCookie('signup', {
  maxAge: 30 * 24 * 60 * 60,
  schema: z.string().min(1),
});

/** Creates the account. Without approval there is no waiting and so nothing to remember. */
export async function register(
  input: Signup,
): Promise<{ user: User; requiresApproval: boolean; cookie?: string }> {
  const requiresApproval = env.REQUIRE_APPROVAL;
  const { user, key } = await signUp(input, { requireApproval: requiresApproval });
  return { user, requiresApproval, cookie: requiresApproval ? await cookie.write(key) : undefined };
}

export async function readSignupStatus(
  request: Request,
): Promise<User['approvalStatus'] | undefined> {
  const key = await cookie.read(request);
  return key ? findSignupStatus(key) : undefined;
}

/** The cookie that forgets it, for who has logged in. */
export function forgetSignup(): Promise<string> {
  return cookie.clear();
}
