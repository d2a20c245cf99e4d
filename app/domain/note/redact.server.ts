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
    let redacted = '';
    let position = 0;
    for (const { start, end } of find(text)) {
      redacted += `${text.slice(position, start)}@colleague`;
      position = end;
    }
    return redacted + text.slice(position);
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
  return [...present, ...recorded.flatMap(listRecordedPeople)].flatMap(listMentionableNames);
}

interface NamedPerson {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Combines all emails and names of a history event, from before and after the change. */
function listRecordedPeople({
  emails,
  ...event
}: NamedPerson & { emails: string | null }): NamedPerson[] {
  const people: NamedPerson[] = [];
  for (const email of [event.email, ...parseSides(emails)])
    for (const firstName of parseSides(event.firstName))
      for (const lastName of parseSides(event.lastName))
        people.push({ email, firstName, lastName });
  return people;
}

/** Parses a change `[from, to]` as the history stores it. */
function parseSides(json: string | null): (string | null)[] {
  return json ? (JSON.parse(json) as (string | null)[]) : [null];
}

function listMentionableNames({ email, firstName, lastName }: NamedPerson): Mentionable[] {
  if (!email) return [];
  const fullNames = [getFullName(firstName, lastName), `${firstName} ${lastName}`];
  return [firstName, lastName, ...fullNames].map((name) => ({ id: '', firstName: name, email }));
}
