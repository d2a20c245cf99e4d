import { count, gt, inArray, or } from 'drizzle-orm';
import { db } from '#db/client';
import { type HistoryEvent, lower, users } from '#db/schema';
import { getDisplayName, getFullName } from '~/domain/person/names';

/** A person in the history; `email` only where another user has the same name. */
export interface Person {
  name: string;
  email?: string;
}
/**
 * Finds a user by id, or by email an account that existed at `at`: a later one with the same email
 * is another person.
 */
export type FindPerson = (key: string | null, at?: Date) => Person | undefined;

export async function findPeopleInChanges(changes: HistoryEvent[]): Promise<FindPerson> {
  const ids = changes.flatMap(({ actorId, subject, subjectId }) => [
    ...(actorId ? [actorId] : []),
    ...(subject === 'account' ? [subjectId] : []),
  ]);
  const emails = changes.flatMap(({ fields: { owner, person, members, evaluators } }) =>
    [owner, person, members, evaluators]
      .flat(2)
      .flatMap((email) => (typeof email === 'string' ? [email.toLowerCase()] : [])),
  );
  return findPeople(ids, emails);
}

export async function findPeople(ids: string[], emails: string[]): Promise<FindPerson> {
  if (!ids.length && !emails.length) return () => undefined;
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(or(inArray(users.id, ids), inArray(lower(users.email), emails)));
  const sharedNames = await findSharedNames(rows.flatMap(({ firstName }) => firstName ?? []));
  const people = new Map<string, { person: Person; createdAt: Date }>();
  for (const user of rows) {
    const name = getDisplayName(user);
    const person = sharedNames.has(name) ? { name, email: user.email } : { name };
    const found = { person, createdAt: user.createdAt };
    people.set(user.id, found).set(user.email.toLowerCase(), found);
  }
  return (key, at) => {
    const found = people.get(key ?? '') ?? people.get(key?.toLowerCase() ?? '');
    return found && (!at || found.createdAt <= at) ? found.person : undefined;
  };
}

async function findSharedNames(firstNames: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.firstName, firstNames))
    .groupBy(users.firstName, users.lastName)
    .having(gt(count(), 1));
  return new Set(rows.map(({ firstName, lastName }) => getFullName(firstName, lastName)));
}
