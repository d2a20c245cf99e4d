import { asc, type SQL, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { type FieldValue, type OwnField, ownFields, type OwnValues, users } from '#db/schema';
import { type OwnChanges, ownKey, ownName, ownNames, type Person, shownOwn } from './values';
import { isSameValue } from '~/models/history/field-value';
import { displayName } from '~/models/text';
import { maySignIn } from '~/models/user/session.server';
import { type FieldError, invalid } from '~/refusal';
import { valueSchema } from './schema';

/** All of the fund's own fields in their order; archived ones, the latest first, come last. */
export async function readFields(from: Db = db): Promise<OwnField[]> {
  return from
    .select()
    .from(ownFields)
    .orderBy(
      sql`${ownFields.archivedAt} desc nulls first`,
      asc(ownFields.position),
      asc(ownFields.key),
    );
}

/** The same, cached. */
export async function listFields(): Promise<OwnField[]> {
  return cachedUntilCommit('own fields', () => readFields());
}

/** Those that are not archived. */
export async function activeFields(): Promise<OwnField[]> {
  return (await listFields()).filter(isActive);
}

export function isActive({ archivedAt }: Pick<OwnField, 'archivedAt'>): boolean {
  return archivedAt === null;
}

/** How the history and its like say the fund's own fields; undefined for other fields. */
export async function ownWords(from: Db = db, newFields: OwnField[] = []) {
  const fields = [...(await readFields(from)), ...newFields];
  const people = await namedPeople(fields, from);
  const labels: Record<string, string> = Object.fromEntries(
    fields.map(({ key, name }) => [ownName(key), name]),
  );
  const text = (name: string, value: FieldValue): string | undefined => {
    const field = fields.find(({ key }) => key === ownKey(name));
    return field && (value === null ? '' : shownOwn(field, value, people));
  };
  const active: string[] = ownNames(fields.filter(isActive));
  return { active, labels, text };
}
export type OwnWords = Awaited<ReturnType<typeof ownWords>>;

/** How an answer names a key that nobody has defined, and that may be long. */
const LONGEST_KEY = 100;

/**
 * Values as they were sent, checked; what is stored already may stay. Without `before`, of a new
 * deal, required ones must be there. Throws 400 with `fields.KEY`.
 */
export async function checkValues(
  tx: Db,
  sent: Record<string, unknown> = {},
  before?: OwnValues,
): Promise<OwnChanges> {
  const active = (await readFields(tx)).filter(isActive);
  const byKey = new Map(active.map((field) => [field.key, field]));
  const errors: FieldError[] = [];
  const checked = new Map<string, OwnChanges[string]>();
  for (const [key, value] of Object.entries(sent)) {
    const field = byKey.get(key);
    const refuse = (message: string) =>
      errors.push({ path: `fields.${key.slice(0, LONGEST_KEY)}`, message });
    if (!field) refuse('There is no such field');
    else if (value === null) checked.set(key, null);
    else if (before?.[key] === undefined || !isSameValue(value, before[key])) {
      const { data, error } = valueSchema(field).safeParse(value);
      if (error) refuse(error.issues[0]!.message);
      else if (field.kind === 'person' && !(await isPerson(tx, data as string)))
        refuse('Please choose a person who can log in');
      else checked.set(key, data === '' || (Array.isArray(data) && !data.length) ? null : data);
    }
  }
  const isRefused = (path: string) => errors.some((error) => error.path === path);
  for (const { key, name, isRequired } of before ? [] : active)
    if (isRequired && !isRefused(`fields.${key}`) && (checked.get(key) ?? null) === null)
      errors.push({ path: `fields.${key}`, message: `${name} is required` });
  if (errors.length) throw invalid(errors);
  return Object.fromEntries(checked);
}

async function isPerson(tx: Db, id: string): Promise<boolean> {
  return (await listPeople(tx)).some((person) => person.id === id);
}

/** The people whom fields of the kind person can name, in alphabetical order. */
export async function listPeople(from: Db = db): Promise<Person[]> {
  return readPeople(from, maySignIn);
}

/** All accounts that values may name; none if no field is of that kind. */
export async function namedPeople(fields: OwnField[], from: Db = db): Promise<Person[]> {
  if (!fields.some(({ kind }) => kind === 'person')) return [];
  return from === db
    ? cachedUntilCommit('people of fields', () => readPeople(db))
    : readPeople(from);
}

async function readPeople(from: Db, where?: SQL): Promise<Person[]> {
  const { id, email, firstName, lastName, sortName } = users;
  const columns = { id, email, firstName, lastName };
  const rows = await from.select(columns).from(users).where(where).orderBy(sortName);
  return rows.map((row) => ({ id: row.id, email: row.email, name: displayName(row) }));
}
