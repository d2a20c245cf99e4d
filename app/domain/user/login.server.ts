import type { User } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { forbidden, unauthorized } from '~/errors';
import { setRequestUser } from '~/log.server';
import { findUserByEmail } from './get.server';
import { hashPassword, needsRehash, verifyPassword } from './password.server';
import { replacePasswordHash, type UserPasswordHash } from './replace-password-hash.server';

/** Throws 401, and 403 only after a correct password if the user may not sign in (rule 1.14). */
export async function verifyLogin(email: string, password: string): Promise<User> {
  const user = await findUserByEmail(email);
  if (user) setRequestUser(user.id);
  if (!(await verifyPassword(password, user?.password, 'login')) || !user)
    throw unauthorized('Invalid email or password.');
  if (user.approvalStatus === 'pending') throw forbidden('Your account is pending admin approval.');
  if (user.approvalStatus === 'rejected') throw forbidden('Your account was not approved.');
  if (user.disabledAt) throw forbidden('Your account is disabled.');
  if (!needsRehash(user.password)) return user;
  return { ...user, password: await rehashPassword(user, password) };
}

/** Returns the old hash if the password changed meanwhile. */
async function rehashPassword(user: UserPasswordHash, password: string): Promise<string> {
  const hash = await hashPassword(password, 'login');
  const isReplaced = await transactionUsingReserve((tx) => replacePasswordHash(tx, user, hash));
  return isReplaced ? hash : user.password;
}
