import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import { computeMeetingDueAt } from '~/domain/deal/meeting-due';
import * as api from '~/routes/api.pipelines';
import { call, type Cast, type CastMember } from './cast';
import { addDeal } from './deals';
import { specifiedLists } from './option-lists';

const START = Date.UTC(2026, 0, 1);

type Line = [
  name: string,
  owner: keyof Cast,
  industries: string[],
  round: string | null,
  score: number | null,
  meeting: string,
  more: Record<string, string>,
];
/** Deals created a minute apart, except that the last two share a moment. */
const DEALS: Line[] = [
  ['one', 'ana', ['AI', 'DX'], 'B', 7, 'ASAP', { ceoName: '森 大地', stage: 'On hold' }],
  ['two', 'ben', ['DX'], 'Seed', 0, '90 days', { cooName: 'Ωμέγα ΟΔΥΣΣΕΑΣ', stage: 'Screening' }],
  ['three', 'nameless', [], null, null, 'N/A', { cfoName: 'Иван Петров' }],
  ['four', 'daichi', ['Zebra', 'AI'], 'Series Q', 10, '30 days', { ceoName: '100%_sure\\' }],
  ['five', 'ana', ['Fintech'], 'CB', 7, 'next spring', { ceoName: 'Ångström', stage: 'Passed' }],
  ['six', 'chiara', ['AI'], 'Pre-A', null, 'ASAP', { ceoName: 'شركة دبي' }],
  ['seven', 'ben', ['DX', 'IOT'], 'A', 0.1, '360 days', { comments: 'needle' }],
];
const SIZES: Record<string, string> = {
  one: '$5M',
  two: '€2,5 Mio.',
  four: '$12M',
  five: 'about as much as last year',
  six: '1.5-2m USD',
  seven: '¥1.2亿',
};
const LOOK_AGAIN_DAYS: Record<string, string> = { one: '2026-05-01', five: '2026-03-01' };

/** Adds seven deals that differ in what lists sort and filter by. */
export async function addListedDeals(people: Cast): Promise<void> {
  for (const [index, line] of DEALS.entries()) {
    const [companyName, owner, industries, fundingRound, evaluationScore] = line;
    const [, , , , , nextMeetingDate, more] = line;
    const fields = { companyName, industries, fundingRound, evaluationScore, nextMeetingDate };
    const targetFundingSize = SIZES[companyName];
    const id = await addDeal(people[owner], { ...fields, ...more, targetFundingSize });
    const createdAt = new Date(START + Math.min(index, DEALS.length - 2) * 60_000);
    // The first one was edited last.
    const updatedAt = index ? createdAt : new Date(START + DEALS.length * 60_000);
    const meeting = { nextMeetingDate, nextMeetingSetAt: createdAt };
    const times = { createdAt, updatedAt, nextMeetingSetAt: createdAt, stageSince: updatedAt };
    const lookAgainOn = LOOK_AGAIN_DAYS[companyName];
    const due = { meetingDueAt: computeMeetingDueAt(meeting, specifiedLists) };
    await transaction(async (tx) =>
      tx
        .update(deals)
        .set({ ...times, ...due, lookAgainOn })
        .where(eq(deals.id, id)),
    );
  }
}

/** Returns the names of a list of the API, in its order. */
export async function listByApi(query: string, as: CastMember) {
  const answer = await call(api, 'GET', `/api/pipelines?${query}`, { as });
  expect(answer.status).toBe(200);
  const rows = (await answer.json()) as { companyName: string }[];
  const names = rows.map(({ companyName }) => companyName).join(' ');
  return { names, total: answer.headers.get('X-Total-Count') };
}
