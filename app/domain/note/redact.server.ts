import { eq, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { historyEvents, users } from '#db/schema';
import { getFullName } from '~/domain/person/names';
import { personColumns } from '~/domain/user/columns.server';
import { createNameFinder, type Mentionable } from './find-mentions';

const EMAIL_PATTERN = /[^\s@<>()",;:]{1,64}@[^\s@<>()",;:]{1,255}/g;

/** Returns a function that removes the names and emails of all current, deleted and previous accounts from a text. */
export async function createNameRedactor(): Promise<(text: string) => string> {
  const people = await cacheUntilCommit('names of accounts', queryAllNames);
  const find = createNameFinder(people);
  const emails = new Set(people.map(({ email }) => email.toLowerCase()));
  const redactNames = (text: string) => {
    const named = find(text);
    const ends = [0, ...named.map(({ end }) => end)];
    return ends.map((end, n) => text.slice(end, named[n]?.start)).join('@colleague');
  };
  const redactEmail = (typed: string) => {
    const email = typed.replace(/[.!?'’]+$/, '');
    return emails.has(email.toLowerCase()) ? `colleague${typed.slice(email.length)}` : typed;
  };
  return (text) =>
    text.includes('@') ? redactNames(text).replace(EMAIL_PATTERN, redactEmail) : text;
}

async function queryAllNames(): Promise<Mentionable[]> {
  const { subject, subjectName, fields } = historyEvents;
  const [present, recorded] = await Promise.all([
    db.select(personColumns).from(users),
    db
      .selectDistinct({
        email: subjectName,
        firstName: sql<string | null>`${fields} ->> '$.firstName'`,
        lastName: sql<string | null>`${fields} ->> '$.lastName'`,
        emails: sql<string | null>`${fields} ->> '$.email'`,
      })
      .from(historyEvents)
      .where(eq(subject, 'account')),
  ]);
  const parseSides = (json: string | null) =>
    json ? (JSON.parse(json) as (string | null)[]) : [null];
  const past = recorded.flatMap(({ email, firstName, lastName, emails }) =>
    [email, ...parseSides(emails)].flatMap((email) =>
      parseSides(firstName).flatMap((firstName) =>
        parseSides(lastName).map((lastName) => ({ email, firstName, lastName })),
      ),
    ),
  );
  return [...present, ...past].flatMap(({ email, firstName, lastName }) =>
    email
      ? [firstName, lastName, getFullName(firstName, lastName), `${firstName} ${lastName}`].map(
          (name) => ({ id: '', firstName: name, email }),
        )
      : [],
  );
}
