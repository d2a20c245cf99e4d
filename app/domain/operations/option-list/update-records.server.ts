import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { dealIndustries, deals, type OptionListName, users } from '#db/schema';
import { deriveColumns } from '~/domain/deal/derive-columns';
import { queryOptionLists } from '~/domain/option-list/list.server';

/** Changes of a list update deals and users without history or Last Updated (rules 24.18 to 24.20). */

export async function renameOptionInRecords(
  tx: Db,
  list: OptionListName,
  from: string,
  to: string,
): Promise<void> {
  const { fundingRound, nextMeetingDate } = deals;
  if (list === 'groups') await tx.update(users).set({ group: to }).where(eq(users.group, from));
  if (list === 'rounds')
    await tx.update(deals).set({ fundingRound: to }).where(eq(fundingRound, from));
  if (list === 'meetings')
    await tx.update(deals).set({ nextMeetingDate: to }).where(eq(nextMeetingDate, from));
  if (list === 'industries') await renameIndustry(tx, from, to);
}

async function renameIndustry(tx: Db, from: string, to: string): Promise<void> {
  const { industry, dealId } = dealIndustries;
  const lists = await queryOptionLists(tx);
  const ids = await tx.select({ id: dealId }).from(dealIndustries).where(eq(industry, from));
  for await (const chunk of iterateChunks(ids)) {
    const isInChunk = inArray(
      deals.id,
      chunk.map(({ id }) => id),
    );
    for (const deal of await tx.select().from(deals).where(isInChunk)) {
      const renamed = deal.industries.map((name) => (name === from ? to : name));
      const industries = [...new Set(renamed)];
      const { detailsText } = deriveColumns({ ...deal, industries }, lists);
      await tx.update(deals).set({ industries, detailsText }).where(eq(deals.id, deal.id));
    }
  }
}

export async function updateDerivedColumns(tx: Db, list: OptionListName): Promise<void> {
  if (list === 'rounds') await updateRoundRanks(tx);
  if (list === 'meetings') await updateDueDays(tx);
}

async function updateRoundRanks(tx: Db): Promise<void> {
  const { length } = (await queryOptionLists(tx)).listActiveOptions('rounds');
  const rank = sql<number>`coalesce((select position - 1 from list_entries
    where list = 'rounds' and name = ${deals.fundingRound} and retired_at is null), ${length})`;
  const isOutdated = sql`${deals.roundRank} is not ${rank}`;
  await tx
    .update(deals)
    .set({ roundRank: rank })
    .where(and(isNotNull(deals.fundingRound), isOutdated));
}

async function updateDueDays(tx: Db): Promise<void> {
  const { nextMeetingDate, nextMeetingOn, nextMeetingSetAt, meetingDays, meetingDueAt } = deals;
  const days = sql<number | null>`(select days from list_entries
    where list = 'meetings' and name = ${nextMeetingDate}
    order by retired_at is null desc, position desc, id desc limit 1)`;
  await tx
    .update(deals)
    .set({
      meetingDays: days,
      meetingDueAt: sql`iif(${nextMeetingOn} is null, ${nextMeetingSetAt} + ${days} * 86400000, ${meetingDueAt})`,
    })
    .where(and(isNotNull(nextMeetingDate), sql`${meetingDays} is not ${days}`));
}
