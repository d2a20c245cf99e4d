import { and, count, eq, gte, inArray, max, min, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { historyEvents, notes, users } from '#db/schema';
import { countDaysBetween } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';
import { getFollowUp } from '~/domain/deal/follow-up';
import { getShortName } from '~/domain/person/names';
import { getFirstWords, truncate } from '~/domain/text/text';
import { personColumns } from '~/domain/user/columns.server';
import type { SectionRow } from './list-sections.server';
import type { ReviewReason } from './reason';
import type { SectionKey } from './sections';

const MAX_EXCERPT_WORDS = 15;
/** Limits scripts without spaces, and long words such as URLs. */
const MAX_EXCERPT_LENGTH = 160;

export async function createReasonFinder(
  key: SectionKey,
  rows: SectionRow[],
  start: Date,
  timeZone: string,
): Promise<(deal: SectionRow) => ReviewReason | undefined> {
  const ids = rows.map(({ id }) => id);
  const today = getLocalDay(new Date(), timeZone);
  const countDaysAgo = (moment: Date) => countDaysBetween(getLocalDay(moment, timeZone), today);
  switch (key) {
    case 'urgent':
      return ({ nextMeetingDate, nextMeetingSetAt: setAt }) => ({
        kind: 'urgent',
        meeting: nextMeetingDate!,
        setAt,
        days: setAt ? countDaysAgo(setAt) : 0,
      });
    case 'lookAgain':
      return ({ lookAgainOn }) => ({
        kind: 'lookAgain',
        day: lookAgainOn!,
        isToday: lookAgainOn === today,
      });
    case 'stalled':
      return ({ stage, stageSince }) => ({
        kind: 'stalled',
        stage,
        days: countDaysAgo(stageSince),
      });
    case 'overdue':
    case 'week':
      return (deal) => {
        const followUp = getFollowUp(deal, timeZone);
        return followUp && { kind: 'due', days: followUp.days };
      };
    case 'new': {
      const creatorsByDeal = await findCreators(ids);
      return ({ id, createdAt }) => {
        const creator = creatorsByDeal.get(id);
        return { kind: 'added', at: createdAt, by: creator && getShortName(creator) };
      };
    }
    case 'moved': {
      const previousScores = await findScoresBefore(ids, start);
      return ({ id, evaluationScore: to }) => ({ kind: 'moved', from: previousScores.get(id), to });
    }
    case 'noted': {
      const latestNotes = await findLatestNotes(ids, start);
      return ({ id }) => latestNotes.get(id);
    }
    case 'quiet':
      return ({ updatedAt, notedAt }) => {
        const lastActivityAt = notedAt && notedAt > updatedAt ? notedAt : updatedAt;
        return { kind: 'quiet', days: countDaysAgo(lastActivityAt) };
      };
    case 'unevaluated':
      return ({ createdAt }) => ({ kind: 'unevaluated', addedAt: createdAt });
  }
}

async function findCreators(ids: number[]) {
  const rows = await db
    .select({
      id: historyEvents.subjectId,
      email: historyEvents.actorEmail,
      firstName: users.firstName,
    })
    .from(historyEvents)
    .leftJoin(users, eq(users.id, historyEvents.actorId))
    .where(
      and(
        inArray(historyEvents.subjectId, ids.map(String)),
        eq(historyEvents.subject, 'pipeline'),
        eq(historyEvents.kind, 'created'),
      ),
    );
  return new Map(
    rows.flatMap(({ id, email, firstName }) =>
      email === null ? [] : [[Number(id), { firstName, email }] as const],
    ),
  );
}

async function findScoresBefore(ids: number[], start: Date) {
  const rows = await db
    .select({
      id: historyEvents.subjectId,
      first: min(historyEvents.id),
      // SQLite reads a bare column beside min() from the row with the least id.
      score: sql<number | null>`${historyEvents.fields} ->> '$.evaluationScore[0]'`,
    })
    .from(historyEvents)
    .where(
      and(
        inArray(historyEvents.subjectId, ids.map(String)),
        eq(historyEvents.subject, 'pipeline'),
        eq(historyEvents.kind, 'changed'),
        sql`${historyEvents.fields} ->> '$.evaluationScore' is not null`,
        gte(historyEvents.at, start),
      ),
    )
    .groupBy(historyEvents.subjectId);
  return new Map(rows.map(({ id, score }) => [Number(id), score]));
}

async function findLatestNotes(ids: number[], start: Date) {
  const inPeriod = db
    .select({ latest: max(notes.id).as('latest'), notes: count().as('count') })
    .from(notes)
    .where(and(inArray(notes.dealId, ids), gte(notes.createdAt, start)))
    .groupBy(notes.dealId)
    .as('in_period');
  const rows = await db
    .select({
      id: notes.dealId,
      text: notes.text,
      authorName: notes.authorName,
      author: personColumns,
      count: inPeriod.notes,
    })
    .from(inPeriod)
    .innerJoin(notes, eq(notes.id, inPeriod.latest))
    .leftJoin(users, eq(users.id, notes.authorId));
  return new Map(
    rows.map(({ id, text, authorName, author, count }) => [
      id,
      {
        kind: 'noted' as const,
        author: author ? getShortName(author) : authorName,
        excerpt: excerptNote(text),
        notes: count,
      },
    ]),
  );
}

function excerptNote(text: string): string {
  const words = getFirstWords(text, MAX_EXCERPT_WORDS);
  return words.length > MAX_EXCERPT_LENGTH ? `${truncate(words, MAX_EXCERPT_LENGTH)}...` : words;
}
