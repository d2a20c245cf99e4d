import type { SQL } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import { type CustomField, users } from '#db/schema';
import { getDisplayName } from '~/domain/person/names';
import { canSignIn } from '~/domain/session/viewer.server';
import type { Person } from './values';

export async function isSelectablePerson(tx: Db, id: string): Promise<boolean> {
  return (await listSelectablePeople(tx)).some((person) => person.id === id);
}

export async function listSelectablePeople(tx: Db = db): Promise<Person[]> {
  return queryPeople(tx, canSignIn);
}

export async function listReferencedPeople(fields: CustomField[], tx: Db = db): Promise<Person[]> {
  if (!fields.some(({ kind }) => kind === 'person')) return [];
  return tx === db ? cacheUntilCommit('people of fields', () => queryPeople(db)) : queryPeople(tx);
}

async function queryPeople(tx: Db, where?: SQL): Promise<Person[]> {
  const { id, email, firstName, lastName, sortName } = users;
  const columns = { id, email, firstName, lastName };
  const rows = await tx.select(columns).from(users).where(where).orderBy(sortName);
  return rows.map((row) => ({ id: row.id, email: row.email, name: getDisplayName(row) }));
}
