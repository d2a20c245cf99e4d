import { and, count, eq, gte, inArray, max, min, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { changes, notes, users } from '#db/schema';
import { daysBetween, formatDay, formatShortDate, localDay, type Locale } from '~/models/dates';
import { followUp } from '~/models/pipeline/texts';
import { counted, firstWords, shortName, truncated } from '~/models/text';
import type { SectionKey } from './sections';
import type { SectionRow } from './sections.server';
import { personColumns } from '~/models/user/columns.server';

/** The most words of a note. */
const WORDS = 15;
/** The same for scripts without spaces, and for addresses. */
const CHARACTERS = 160;

/** Reads why these deals are in a section. The answer is a function of a deal. */
export async function reasonsFor(
  key: SectionKey,
  rows: SectionRow[],
  start: Date,
  locale: Locale,
): Promise<(deal: SectionRow) => string> {
  const ids = rows.map(({ id }) => id);
  const today = localDay(new Date(), locale);
  const ago = (moment: Date) => daysBetween(localDay(moment, locale), today);
  const day = (moment: Date) => formatShortDate(moment, locale);
  switch (key) {
    case 'urgent':
      return ({ nextMeetingDate: now, nextMeetingSetAt: set }) => {
        if (!set) return now!;
        const days = ago(set);
        return days > 0
          ? `${now} since ${day(set)}, ${counted(days, 'day')}`
          : `${now} since today`;
      };
    case 'lookAgain':
      return ({ lookAgainOn }) =>
        lookAgainOn === today
          ? 'look again today'
          : `look again since ${formatDay(lookAgainOn!, locale)}`;
    case 'stalled':
      return ({ stage, stageSince }) => `in ${stage} for ${counted(ago(stageSince), 'day')}`;
    case 'overdue':
    case 'week':
      return (deal) => followUp(deal, locale)?.text ?? '';
    case 'new': {
      const by = await creators(ids);
      return ({ id, createdAt }) => {
        const creator = by.get(id);
        return `added ${day(createdAt)}${creator ? ` by ${shortName(creator)}` : ''}`;
      };
    }
    case 'moved': {
      const before = await scoresBefore(ids, start);
      return ({ id, evaluationScore: now }) =>
        [before.get(id), now].map((score) => score?.toFixed(1) ?? 'none').join(' → ');
    }
    case 'noted': {
      const latest = await latestNotes(ids, start);
      return ({ id }) => latest.get(id) ?? '';
    }
    case 'quiet':
      return ({ updatedAt, notedAt }) =>
        `quiet for ${counted(ago(notedAt && notedAt > updatedAt ? notedAt : updatedAt), 'day')}`;
    case 'unevaluated':
      return ({ createdAt }) => `not evaluated, added ${day(createdAt)}`;
  }
}

/** The people who added deals, by the history: not always their owners. */
async function creators(ids: number[]) {
  const rows = await db
    .select({ id: changes.subjectId, email: changes.actorEmail, firstName: users.firstName })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actorId))
    .where(
      and(
        inArray(changes.subjectId, ids.map(String)),
        eq(changes.subject, 'pipeline'),
        eq(changes.act, 'created'),
      ),
    );
  return new Map(
    rows.flatMap(({ id, email, firstName }) =>
      email === null ? [] : [[Number(id), { firstName, email }] as const],
    ),
  );
}

/** The scores before the first change since `start`, of deals whose score was changed since then. */
async function scoresBefore(ids: number[], start: Date) {
  const rows = await db
    .select({
      id: changes.subjectId,
      first: min(changes.id),
      // From the row with the least id: SQLite reads a bare column beside min() there.
      score: sql<number | null>`${changes.fields} ->> '$.evaluationScore[0]'`,
    })
    .from(changes)
    .where(
      and(
        inArray(changes.subjectId, ids.map(String)),
        eq(changes.subject, 'pipeline'),
        eq(changes.act, 'changed'),
        sql`${changes.fields} ->> '$.evaluationScore' is not null`,
        gte(changes.at, start),
      ),
    )
    .groupBy(changes.subjectId);
  return new Map(rows.map(({ id, score }) => [Number(id), score]));
}

/** The latest note of each deal, with the number of notes in the period. */
async function latestNotes(ids: number[], start: Date) {
  const inPeriod = db
    .select({ latest: max(notes.id).as('latest'), notes: count().as('count') })
    .from(notes)
    .where(and(inArray(notes.pipelineId, ids), gte(notes.createdAt, start)))
    .groupBy(notes.pipelineId)
    .as('in_period');
  const rows = await db
    .select({
      id: notes.pipelineId,
      text: notes.text,
      authorName: notes.authorName,
      author: personColumns,
      count: inPeriod.notes,
    })
    .from(inPeriod)
    .innerJoin(notes, eq(notes.id, inPeriod.latest))
    .leftJoin(users, eq(users.id, notes.authorId));
  return new Map(
    rows.map(({ id, text, authorName, author, count }) => {
      const more = count > 1 ? ` (${counted(count, 'note')})` : '';
      return [id, `${author ? shortName(author) : authorName}: ${beginningOf(text)}${more}`];
    }),
  );
}

function beginningOf(text: string): string {
  const words = firstWords(text, WORDS);
  return words.length > CHARACTERS ? `${truncated(words, CHARACTERS)}...` : words;
}
