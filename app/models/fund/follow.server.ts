import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { type ListName, pipelineIndustries, pipelines, users } from '#db/schema';
import { readLists } from '~/models/lists/list.server';
import { derived } from '~/models/pipeline/derived';

/**
 * What deals and accounts have of the fund's lists follows these, in the act that changes a list: it
 * is the list that changes, so that neither their history nor Last Updated does (rules 24.18 to 24.20).
 */

/** Deals that are written between two turns of the event loop. */
const CHUNK = 20;

/** What has the former name gets the new one. */
export async function rename(tx: Db, list: ListName, from: string, to: string): Promise<void> {
  const { fundingRound, nextMeetingDate } = pipelines;
  if (list === 'groups') await tx.update(users).set({ group: to }).where(eq(users.group, from));
  if (list === 'rounds')
    await tx.update(pipelines).set({ fundingRound: to }).where(eq(fundingRound, from));
  if (list === 'meetings')
    await tx.update(pipelines).set({ nextMeetingDate: to }).where(eq(nextMeetingDate, from));
  if (list === 'industries') await renameIndustry(tx, from, to);
}

/** A deal that has both has the new one once. */
async function renameIndustry(tx: Db, from: string, to: string): Promise<void> {
  const { industry, pipelineId } = pipelineIndustries;
  const lists = await readLists(tx);
  const ids = await tx
    .select({ id: pipelineId })
    .from(pipelineIndustries)
    .where(eq(industry, from));
  for await (const chunk of inChunks(ids, CHUNK)) {
    const isInChunk = inArray(
      pipelines.id,
      chunk.map(({ id }) => id),
    );
    for (const deal of await tx.select().from(pipelines).where(isInChunk)) {
      const renamed = deal.industries.map((name) => (name === from ? to : name));
      const industries = [...new Set(renamed)];
      const { detailsText } = derived({ ...deal, industries }, lists);
      await tx.update(pipelines).set({ industries, detailsText }).where(eq(pipelines.id, deal.id));
    }
  }
}

/** Ranks follow the order of rounds, due days those of the next meetings. */
export async function deriveAnew(tx: Db, list: ListName): Promise<void> {
  if (list === 'rounds') await rankRounds(tx);
  if (list === 'meetings') await setDueDays(tx);
}

async function rankRounds(tx: Db): Promise<void> {
  const { length } = (await readLists(tx)).listed('rounds');
  const rank = sql<number>`coalesce((select position - 1 from list_entries
    where list = 'rounds' and name = ${pipelines.fundingRound} and retired_at is null), ${length})`;
  const isOther = sql`${pipelines.roundRank} is not ${rank}`;
  await tx
    .update(pipelines)
    .set({ roundRank: rank })
    .where(and(isNotNull(pipelines.fundingRound), isOther));
}

async function setDueDays(tx: Db): Promise<void> {
  const { nextMeetingDate, nextMeetingSetAt, meetingDays } = pipelines;
  const days = sql<number | null>`(select days from list_entries
    where list = 'meetings' and name = ${nextMeetingDate}
    order by retired_at is null desc, position desc, id desc limit 1)`;
  await tx
    .update(pipelines)
    .set({ meetingDays: days, meetingDueAt: sql`${nextMeetingSetAt} + ${days} * 86400000` })
    .where(and(isNotNull(nextMeetingDate), sql`${meetingDays} is not ${days}`));
}
