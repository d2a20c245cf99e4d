import { env } from '~/env.server';
import { invalid } from '~/errors';
import { runPasswordTask } from '~/jobs/threads/pool.server';

const COMMON_PASSWORD_MESSAGE = 'This password is easy to guess: attackers try it first';

const COMMON_PASSWORD_ADVICE = `${COMMON_PASSWORD_MESSAGE}. You can choose another one on your account page.`;

interface PasswordOwner {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}

/**
 * Returns advice if a password is common, or throws 400 with REFUSE_COMMON_PASSWORDS; skips the
 * check on a busy server.
 */
export async function checkCommonPassword(
  password: string,
  { email, firstName, lastName }: PasswordOwner,
): Promise<string | undefined> {
  const person = [email, ...email.split('@'), firstName, lastName].filter((text) => !!text);
  const task = runPasswordTask(
    'isCommonPassword',
    { password, person: person as string[] },
    'other',
  );
  if (!env.REFUSE_COMMON_PASSWORDS)
    return (await task.catch(() => false)) ? COMMON_PASSWORD_ADVICE : undefined;
  if (await task) throw invalid([{ path: 'password', message: COMMON_PASSWORD_MESSAGE }]);
  return undefined;
}
