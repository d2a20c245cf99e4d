import { eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { buildSearchText, foldText } from '#db/fold';
import { type FieldChanges, type User, users } from '#db/schema';
import { diffFields } from '~/domain/history/field-value';
import { type Actor, recordHistory, userEvent } from '~/domain/history/record.server';
import { getFullName, getShortName } from '~/domain/person/names';

export async function updateUser(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'> & Partial<User>,
  changes: Partial<User>,
): Promise<User> {
  const [changed] = await tx
    .update(users)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(users.id, user.id))
    .returning();
  const fields = diffUsers(user, { ...user, ...changes });
  if (Object.keys(fields).length)
    await recordHistory(tx, actor, [userEvent(user, 'changed', fields)]);
  return changed!;
}

const RECORDED_FIELDS = [
  'email',
  'firstName',
  'lastName',
  'role',
  'group',
  'approvalStatus',
  'disabled',
] as const;

export function diffUsers(before: Partial<User>, after: Partial<User>): FieldChanges {
  const getRecordedFields = (user: Partial<User>) => ({
    ...user,
    role: user.isAdmin ? 'admin' : user.role,
    disabled: user.disabledAt ? true : null,
  });
  return diffFields(RECORDED_FIELDS, getRecordedFields(before), getRecordedFields(after));
}

/** Derives search and sort columns (rule 4.10) in code, because SQLite's lower() knows only ASCII. */
export function deriveNameColumns({
  firstName,
  lastName,
  email,
}: {
  firstName?: string | null;
  lastName?: string | null;
  email: string;
}): Pick<User, 'searchText' | 'sortName'> {
  const names = [firstName, lastName].filter(Boolean).join(' ');
  const texts = new Set([names, getFullName(firstName, lastName), email]);
  return {
    searchText: buildSearchText([...texts].filter(Boolean).join(' ')),
    sortName: foldText(getShortName({ firstName, email })),
  };
}
