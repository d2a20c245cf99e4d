import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { customFields, deals, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { addCustomField } from '~/domain/custom-field/create.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { updateDeal } from '~/domain/deal/update.server';
import { parseInput } from '~/errors';
import * as api from '~/routes/api.insights';
import * as page from '~/routes/insights/route';
import * as file from '~/routes/insights_.csv';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await move('2026-10-05', people.ana, { companyName: 'One', industries: ['AI', 'DX'] }, [
    ['2026-10-15', 'Screening'],
    ['2026-10-20', 'Due diligence'],
    ['2026-11-20', 'Passed'],
  ]);
  await move('2026-11-10', people.ana, { companyName: 'Two', industries: ['AI'] }, [
    ['2026-11-12', 'On hold'],
  ]);
  await move('2026-11-26', people.ana, { companyName: 'Three' }, []);
  await move('2026-11-20', people.ben, { companyName: 'Four' }, [['2026-11-29', 'Invested']]);
  at('2026-11-30');
});
afterEach(() => void vi.useRealTimers());

const at = (day: string) => vi.setSystemTime(new Date(`${day}T12:00:00Z`));

async function move(day: string, as: CastMember, fields: object, way: [string, string][]) {
  at(day);
  const id = await addDeal(as, fields as Record<string, unknown>);
  for (const [next, stage] of way) {
    at(next);
    await updateDeal(as, id, { stage });
  }
}

interface Answer {
  by: string;
  deals: number;
  groups: {
    name: string | null;
    deals: number;
    reached: Record<string, number>;
    medianDays: Record<string, number | null>;
  }[];
}
const ask = async (as: CastMember, query = '') =>
  (await (await call(api, 'GET', `/api/insights${query}`, { as })).json()) as Answer;

describe('insights (rules 23.14 and 23.21)', () => {
  test('a deal reached its stage and the ones before it', async () => {
    const { by, deals, groups } = await ask(people.ana);
    expect([by, deals, groups.map(({ name }) => name)]).toEqual([
      'month',
      3,
      ['2026-10', '2026-11'],
    ]);
    const [october, november] = groups;
    expect(october!.reached).toEqual({
      New: 1,
      Screening: 1,
      Met: 1,
      'Partner meeting': 1,
      'Due diligence': 1,
      'Term sheet': 0,
      Invested: 0,
      Passed: 1,
      'On hold': 0,
    });
    expect(october!.medianDays).toMatchObject({
      New: 10,
      Screening: 5,
      Met: null,
      'Due diligence': 31,
      Passed: 10,
      'On hold': null,
    });
    expect(november!.reached).toMatchObject({ New: 2, Screening: 0, 'On hold': 1 });
    expect(november!.medianDays).toMatchObject({ New: 3, 'On hold': 18 });
  });

  test('a deal counts in each industry and staff see all owners', async () => {
    const byIndustry = (await ask(people.ana, '?by=industry')).groups;
    expect(byIndustry.map(({ name, deals }) => [name, deals])).toEqual([
      ['AI', 2],
      ['DX', 1],
      [null, 1],
    ]);
    const byOwner = await ask(people.maren, '?by=owner');
    expect(byOwner.deals).toBe(4);
    expect(byOwner.groups.map(({ name, deals }) => [name, deals])).toEqual([
      ['Ana', 3],
      ['Ben', 1],
    ]);
    expect(byOwner.groups[1]!.reached).toMatchObject({ 'Term sheet': 1, Invested: 1, Passed: 0 });
    expect((await ask(people.maren, '?by=owner&industry=DX')).deals).toBe(1);
    expect((await ask(people.maren, '?by=moon')).by).toBe('month');
    expect((await call(api, 'GET', '/api/insights')).status).toBe(401);
  });

  test.each([
    ['America/New_York', ['Oct 2026', 'Nov 2026']],
    ['Pacific/Apia', ['Oct 2026', 'Nov 2026', 'Dec 2026']],
  ])('months are those of the time zone %s', async (timeZone, months) => {
    vi.setSystemTime(new Date('2026-12-01T02:00:00Z'));
    await addDeal(people.ana);
    const as = { cookie: `${people.ana.cookie}; tz=${timeZone}` };
    const text = readText(await renderScreen(page, '/insights', { as }));
    expect(text.match(/\w{3} 2026/g)).toEqual(months);
  });

  test('the page states its deal count and exports its table', async () => {
    await transaction(async (tx) =>
      tx.update(users).set({ firstName: '=1+1' }).where(eq(users.id, people.ben.id)),
    );
    const text = readText(await renderScreen(page, '/insights?by=owner', { as: people.maren }));
    expect(text).toContain('|From 4 deals|');
    expect(text).toContain('|New|4|100%|median 6.5 d|');
    const answer = await call(file, 'GET', '/insights/csv?by=owner', { as: people.maren });
    expect(answer.headers.get('Content-Disposition')).toBe(
      'attachment; filename="insights-owner.csv"',
    );
    const [head, first, second] = (await answer.text()).split('\r\n');
    expect(head).toContain('"Owner","Deals","New","Screening"');
    expect([first, second].toSorted()[0]).toMatch(/^"'=1\+1",1,1,1,1,1,1,1,1,0,0,9,/);
  });

  test('the custom field “Source” groups deals if it exists', async () => {
    const sources = async () =>
      (await ask(people.ana, '?by=source')).groups.map(({ name, deals }) => [name, deals]);
    expect(await sources()).toEqual([[null, 3]]);
    const field = { name: 'Source', kind: 'choices', options: ['Fair', 'Mail'] };
    await addCustomField(people.maren, parseInput(NewCustomField, field));
    const isOne = eq(deals.companyName, 'One');
    const fields = { source: ['Mail', 'Fair'] };
    await transaction(async (tx) => tx.update(deals).set({ fields }).where(isOne));
    expect(await sources()).toEqual([
      ['Fair', 1],
      ['Mail', 1],
      [null, 2],
    ]);
    expect(readText(await renderScreen(page, '/insights', { as: people.ana }))).toContain(
      '|Source|',
    );
    await transaction(async (tx) => tx.delete(customFields));
  });

  test('over 50 industries are the largest and “Other”', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `Industry ${String(n).padStart(2, '0')}`);
    await addDeal(people.ana, { companyName: 'Many', industries: names.slice(0, 40) });
    await addDeal(people.ana, { companyName: 'More', industries: names.slice(20) });
    const { deals, groups } = await ask(people.ana, '?by=industry');
    const counts = groups.map(({ name, deals }) => [name, deals]);
    expect([deals, counts.length]).toEqual([5, 52]);
    expect(counts.slice(-2)).toEqual([
      [null, 1],
      ['Other', 1],
    ]);
    // Lists AI and the industries of both deals, which are the largest, then the first by name of
    // those with one deal. “More” has twelve others.
    expect(counts).toContainEqual(['AI', 2]);
    expect(counts).toContainEqual(['Industry 30', 2]);
    expect(counts).toContainEqual(['DX', 1]);
    expect(counts).not.toContainEqual(['Industry 59', 1]);
    const text = readText(await renderScreen(page, '/insights?by=industry', { as: people.ana }));
    expect(text).toContain('The 50 largest groups, and all others together as “Other”');
  });

  test('50 industries are all listed', async () => {
    const names = Array.from({ length: 48 }, (_, n) => `Industry ${n}`);
    await addDeal(people.ana, { companyName: 'Many', industries: names });
    const { groups } = await ask(people.ana, '?by=industry');
    expect([groups.length, groups.some(({ name }) => name === 'Other')]).toEqual([51, false]);
  });

  test('a deleted deal does not count', async () => {
    await transaction(async (tx) => tx.delete(deals).where(eq(deals.companyName, 'One')));
    expect((await ask(people.ana)).deals).toBe(2);
  });
});
