import { env } from '~/env.server';
import { invalid } from '~/refusal';
import { runPasswordTask } from '~/threads/pool.server';

const COMMON = 'This password is easy to guess: attackers try it first';
const ADVICE = `${COMMON}. You can choose another one on your account page.`;

interface Person {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}

/**
 * A hint if a new password is a breached or trivial one. Throws 400 instead where
 * REFUSE_COMMON_PASSWORDS is set. While the server is too busy to tell, there is no hint.
 */
export async function adviseOnPassword(
  password: string,
  { email, firstName, lastName }: Person,
): Promise<string | undefined> {
  const person = [email, ...email.split('@'), firstName, lastName].filter((text) => !!text);
  const task = runPasswordTask(
    'isCommonPassword',
    { password, person: person as string[] },
    'other',
  );
  if (!env.REFUSE_COMMON_PASSWORDS) return (await task.catch(() => false)) ? ADVICE : undefined;
  if (await task) throw invalid([{ path: 'password', message: COMMON }]);
  return undefined;
}
