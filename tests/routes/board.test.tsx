import { expect, test } from 'vitest';
import { setMembers } from '~/models/member/members.server';
import * as board from '~/routes/board';
import { castForEach, type Member } from '../support/cast';
import { addPipeline } from '../support/pipelines';
import { screen, tags, textOf } from '../support/screen';

/** Deals by stage. */
const people = castForEach();

const page = (as: Member, query = '') => screen(board, `/board${query}`, { as });
/** The text of each column, by its stage. */
async function columns(as: Member, query = ''): Promise<Record<string, string>> {
  const sections = (await page(as, query)).split('<section').slice(1);
  return Object.fromEntries(
    sections.map((html) => [/data-stage="([^"]+)"/.exec(html)![1]!, textOf(`<section${html}`)]),
  );
}

test('a column names its deals, sums by currency, and the days of each card (rule 23.13)', async () => {
  const { ana } = people;
  const nextMeetingDate = 'ASAP';
  await addPipeline(ana, { companyName: 'One', stage: 'Met', targetFundingSize: '$5M' });
  await addPipeline(ana, { companyName: 'Two', stage: 'Met', targetFundingSize: '2m USD' });
  await addPipeline(ana, { companyName: 'Three', stage: 'Met', targetFundingSize: '€3M' });
  const last = { companyName: 'Four', stage: 'Met', evaluationScore: 7.4, nextMeetingDate };
  await addPipeline(ana, last);
  await addPipeline(ana, { companyName: 'Shut', stage: 'Passed', nextMeetingDate });
  const { Met, New, Passed } = await columns(ana);
  expect(Met).toMatch(/^\|Met\|4\|EUR 3M, USD 7M\|/);
  expect(Met).toContain('|Four|Ana · 0 d|due today|7.4|Move…|Three|€3M · Ana · 0 d|');
  expect(New).toBe('|New|0|');
  expect(Passed).toBe('|Passed|1|Shut|Ana · 0 d|ASAP|Move…|');
  expect(tags(await page(ana), 'details').length).toBeGreaterThanOrEqual(3);
});

test('the board has the filters and the rights of the list (rule 23.13)', async () => {
  const { ana, ben, maren } = people;
  const id = await addPipeline(ana, { companyName: 'Ana’s', industries: ['AI'] });
  await addPipeline(ben, { companyName: 'Ben’s', fundingRound: 'Seed' });
  const names = async (as: Member, query = '') =>
    ((await columns(as, query)).New!.match(/(Ana|Ben)’s/g) ?? []).join();
  expect([await names(ana), await names(ben), await names(maren)]).toEqual([
    ...['Ana’s', 'Ben’s', 'Ben’s,Ana’s'],
  ]);
  expect(await names(maren, '?round=Seed')).toBe('Ben’s');
  expect(await names(maren, '?search=ana')).toBe('Ana’s');
  expect(await names(maren, '?stage=Met')).toBe('');
  await setMembers(ana, id, [ben.id]);
  expect(await names(ben)).toBe('Ben’s,Ana’s');
  expect(await names(ben, '?whose=shared')).toBe('Ana’s');
});

test('a column has 50 cards, and a link to the list of all (rule 23.13)', async () => {
  for (let n = 1; n <= 52; n++) await addPipeline(people.ana, { companyName: `Deal ${n}` });
  const html = await page(people.ana, '?round=&search=Deal');
  expect(html.match(/id="deal-/g)).toHaveLength(50);
  expect(textOf(html)).toContain('|Show all 52|');
  expect(html).toContain('href="/dashboard?search=Deal&amp;stage=New"');
});
