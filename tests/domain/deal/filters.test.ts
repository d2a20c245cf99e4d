import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { deals, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery, toSearchParams } from '~/address/deal-query';
import { countDeals } from '~/domain/deal/count.server';
import { getFollowUp } from '~/domain/deal/follow-up';
import { listDealIds, listDealRows } from '~/domain/deal/list.server';
import { computeMeetingDueAt, getMeetingDays } from '~/domain/deal/meeting-due';
import { ALL_DEALS, type DealQuery, hasFilters } from '~/domain/deal/query';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { getInsights } from '~/domain/insights/get.server';
import { insertNotes } from '~/domain/note/create.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { getShortName } from '~/domain/person/names';
import { createCast } from '../../support/cast';
import { addDeal } from '../../support/deals';
import { specifiedLists } from '../../support/option-lists';

/** Noon in UTC, a Wednesday; in Auckland it is 1:00 on Thursday. */
const NOW = new Date('2026-11-18T12:00:00Z');
const DAY = 86_400_000;
const before = (days: number, hours = 0) =>
  new Date(NOW.getTime() - days * DAY - hours * 3_600_000);
const AUCKLAND = 'Pacific/Auckland';

vi.useFakeTimers({ toFake: ['Date'], now: NOW });
const people = await createCast();
afterAll(() => void vi.useRealTimers());

type Times = Partial<Record<'createdAt' | 'updatedAt' | 'nextMeetingSetAt', Date>>;
async function addTimedDeal(
  companyName: string,
  fields: Record<string, unknown> = {},
  times: Times = {},
) {
  const id = await addDeal(people.ana, { companyName, ...fields });
  if (!Object.keys(times).length) return id;
  const due = { meetingDueAt: computeMeetingDueAt({ ...fields, ...times }, specifiedLists) };
  const set = { ...times, ...(times.nextMeetingSetAt && due) };
  await transaction(async (tx) => tx.update(deals).set(set).where(eq(deals.id, id)));
  return id;
}
async function addNoteAt(dealId: number, text: string, at = NOW) {
  const about = [{ id: dealId, companyName: '' }];
  const [id] = await transaction((tx) => insertNotes(tx, people.ana, about, { text, at }));
  return id!;
}
const withoutNote = (id: number) =>
  transaction(async (tx) => tx.delete(notes).where(eq(notes.id, id)));

/** Returns the listed companies by name, which are equal for staff, the owner and the count. */
async function listCompanies(query: string, timeZone = 'UTC') {
  const asked = parseDealQuery(new URLSearchParams(query), timeZone);
  const page = { limit: 100, offset: 0 };
  const [all, own] = await Promise.all(
    [people.maren, people.ana].map((viewer) => listDealRows(viewer, asked, page)),
  );
  expect(own).toEqual(all);
  expect(await countDeals(people.ana, asked)).toBe(own!.length);
  expect(await listDealRows(people.ben, asked, page)).toEqual([]);
  const names = own!.map(({ companyName }) => companyName);
  return names.sort().join(' ');
}

describe('filters in an address (rules 4.2 and 17.13)', () => {
  const read = (query: string) => parseDealQuery(new URLSearchParams(query), 'UTC');

  test('an address without parameters asks for all deals', () => {
    const query = parseDealQuery(new URLSearchParams());
    expect(query).toEqual(ALL_DEALS);
    expect(Object.keys(query)).toEqual(Object.keys(ALL_DEALS));
  });

  test('invalid filter values are ignored, and the first counts', () => {
    const bad = ['abc', '-3', '1e9', '', '10.01', 'Infinity', '٣', '1 2', '0x1', '5,5', '99999'];
    for (const value of bad.map(encodeURIComponent))
      for (const name of ['scoreMin', 'scoreMax', 'updatedSince', 'createdSince', 'quiet'])
        expect(hasFilters(read(`${name}=${value}`)), name).toBe(false);
    for (const query of ['due=never', 'scored=maybe', 'evaluated=yes', 'text=', 'text=%20'])
      expect(hasFilters(read(query)), query).toBe(false);
    expect(read('scoreMin=3&scoreMin=5').scoreMin).toBe(3);
    expect(read('scoreMin=abc&scoreMin=5').scoreMin).toBeUndefined();
    expect(read('updatedSince=1.5').updatedSince).toBeUndefined();
  });

  test('a filter uses the beginning of a text that is too long', () => {
    const long = new URLSearchParams({ search: 'é'.repeat(9_000), text: 'é'.repeat(9_000) });
    const beginning = 'é'.repeat(100);
    expect(read(`${long}`)).toMatchObject({ search: beginning, text: beginning });
    expect(read(`search=${'x'.repeat(99)}%F0%9F%98%80`).search).toBe('x'.repeat(99));
  });

  test('zero is a valid filter value', () => {
    expect(read('scoreMin=0&updatedSince=0')).toMatchObject({ scoreMin: 0, updatedSince: 0 });
    expect(hasFilters(read('scoreMax=0'))).toBe(true);
  });

  test('a query survives conversion to parameters and back', () => {
    const address =
      'search=a+b&group=CCIA&import=7&due=week&scored=yes&scoreMin=0&scoreMax=7.5&createdSince=0' +
      '&updatedSince=14&movedSince=7&notedSince=1&quiet=21&evaluated=no&text=%E6%A3%AE%E6%9E%97&sort=due_desc';
    const params = toSearchParams(read(address));
    expect([...params].sort()).toEqual([...new URLSearchParams(address)].sort());
    expect(parseDealQuery(params, 'UTC')).toEqual(read(address));
    expect(toSearchParams(read('')).toString()).toBe('');
  });
});

describe('due dates of follow-ups (rule 17.2)', () => {
  function makeFollowUp(nextMeetingDate: string, nextMeetingSetAt: Date, timeZone = 'UTC') {
    const due = computeMeetingDueAt({ nextMeetingDate, nextMeetingSetAt }, specifiedLists);
    return getFollowUp(
      {
        meetingDueAt: due,
        meetingDays: getMeetingDays(nextMeetingDate, specifiedLists),
        nextMeetingOn: null,
      },
      timeZone,
    );
  }

  test('a follow-up is due as many days after it was set as it says', () => {
    const soon = { due: '2026-11-22', days: 4, isOverdue: false };
    expect(makeFollowUp('30 days', before(26))).toEqual(soon);
    expect(makeFollowUp('30 days', before(29))?.days).toBe(1);
    expect(makeFollowUp('30 days', before(30, 11))).toMatchObject({ days: 0, isOverdue: false });
    expect(makeFollowUp('ASAP', before(1))).toMatchObject({ days: -1, isOverdue: true });
    expect(makeFollowUp('90 days', before(101))?.days).toBe(-11);
    expect(makeFollowUp('360 days', NOW)?.days).toBe(360);
  });

  test('a follow-up without days is never due', () => {
    for (const value of ['N/A', 'next spring', ''])
      expect(makeFollowUp(value, NOW)).toBeUndefined();
  });

  test("the viewer's time zone decides the day of a follow-up", () => {
    // Set at 23:00 UTC on the 17th: in Auckland noon on the 18th, where it is the 19th now.
    const late = before(0, 13);
    expect(makeFollowUp('ASAP', late)?.days).toBe(-1);
    expect(makeFollowUp('ASAP', late, AUCKLAND)).toMatchObject({ due: '2026-11-18', days: -1 });
    expect(makeFollowUp('ASAP', before(0, 1), AUCKLAND)?.days).toBe(0);
  });
});

describe('filters by due date, score and activity (rule 17.10)', () => {
  test('due filters find overdue deals and the next seven days', async () => {
    const days = [31, 30, 29, 24, 23];
    for (const ago of days)
      await addTimedDeal(
        `due${30 - ago}`,
        { nextMeetingDate: '30 days' },
        { nextMeetingSetAt: before(ago) },
      );
    await addTimedDeal('due-asap', { nextMeetingDate: 'ASAP' }, { nextMeetingSetAt: before(0, 1) });
    await addTimedDeal('due-never', { nextMeetingDate: 'N/A' }, { nextMeetingSetAt: before(400) });
    expect(await listCompanies('due=overdue')).toBe('due-1');
    expect(await listCompanies('due=week')).toBe('due-asap due0 due1 due6');
    // In Auckland the 19th has begun: what was due at noon UTC on the 18th, is due on the 19th there.
    expect(await listCompanies('due=overdue', AUCKLAND)).toBe('due-1');
    expect(await listCompanies('due=week', AUCKLAND)).toBe('due-asap due0 due1 due6');
    await addTimedDeal('due-late', { nextMeetingDate: 'ASAP' }, { nextMeetingSetAt: before(0, 2) });
    expect(await listCompanies('due=overdue', AUCKLAND)).toBe('due-1 due-late');
  });

  test('the score filter includes both ends and missing scores', async () => {
    for (const evaluationScore of [0, 4.9, 5, 7.5, 7.6, null])
      await addTimedDeal(`score${evaluationScore ?? ''}`, { evaluationScore, ceoName: 'Ranged' });
    const ranged = (query: string) => listCompanies(`search=ranged&${query}`);
    expect(await ranged('scoreMin=5&scoreMax=7.5')).toBe('score5 score7.5');
    expect(await ranged('scoreMin=0')).toBe('score0 score4.9 score5 score7.5 score7.6');
    expect(await ranged('scoreMax=4.95')).toBe('score0 score4.9');
    expect(await ranged('scoreMin=8&scoreMax=2')).toBe('');
    expect(await ranged('scored=no')).toBe('score');
    expect(await ranged('scored=yes')).toBe(await ranged('scoreMin=0'));
  });

  test("time filters count days from the start of the viewer's day", async () => {
    const moments = { b0: before(0, 12), b1: before(0, 13), b2: before(1, 13) };
    for (const [name, at] of Object.entries(moments)) {
      const times = { createdAt: at, updatedAt: at };
      await addNoteAt(await addTimedDeal(name, { ceoName: 'Timed' }, times), 'x', at);
    }
    for (const filter of ['createdSince', 'updatedSince', 'notedSince']) {
      const timed = (days: number) => listCompanies(`search=timed&${filter}=${days}`);
      expect(await timed(0)).toBe('b0');
      expect(await timed(1)).toBe('b0 b1');
      expect(await timed(2)).toBe('b0 b1 b2');
      // 1:00 on the 19th: the day began at 11:00 UTC.
      expect(await listCompanies(`search=timed&${filter}=0`, AUCKLAND)).toBe('');
      expect(await listCompanies(`search=timed&${filter}=1`, AUCKLAND)).toBe('b0 b1');
    }
  });

  test('the quiet filter finds deals without edits, notes or scores', async () => {
    const old = { createdAt: before(60), updatedAt: before(21) };
    await addTimedDeal('quiet', { ceoName: 'Calm' }, old);
    await addTimedDeal('edited', { ceoName: 'Calm' }, { ...old, updatedAt: before(20) });
    const noted = await addTimedDeal('noted', { ceoName: 'Calm' }, old);
    const note = await addNoteAt(noted, 'called', before(3));
    const evaluated = await addTimedDeal('evaluated', { ceoName: 'Calm' }, old);
    await saveEvaluation(people.ana, evaluated, {});
    expect(await listCompanies('search=calm&quiet=21')).toBe('quiet');
    expect(await listCompanies('search=calm&quiet=20')).toBe('edited quiet');
    expect(await listCompanies('search=calm&evaluated=no')).toBe('edited noted quiet');
    await withoutNote(note);
    expect(await listCompanies('search=calm&quiet=21')).toBe('noted quiet');
  });
});

describe('own deals of staff (rule 2.16)', () => {
  test("a manager's own deals are not those that an admin asked for", async () => {
    await addDeal(people.maren, { companyName: 'Steadwick' });
    await addDeal(people.tomas, { companyName: 'Pinwhistle' });
    const query: DealQuery = { ...ALL_DEALS, whose: 'mine' };
    const page = { limit: 100, offset: 0 };
    for (const [viewer, company] of [
      [people.maren, 'Steadwick'],
      [people.tomas, 'Pinwhistle'],
    ] as const) {
      const rows = await listDealRows(viewer, query, page);
      expect(rows!.map(({ companyName }) => companyName)).toEqual([company]);
      const { groups } = await getInsights(viewer, 'owner', query);
      expect(groups.map(({ name }) => name)).toEqual([getShortName(viewer)]);
    }
    expect(await countDeals(people.ben, query)).toBe(0);
  });
});

/** Scores of a deal and the days before now when each was set. */
const MOVES: [name: string, ...steps: [days: number, score: number | null][]][] = [
  ['up', [20, 6.1], [3, 6.6], [1, 7.1]],
  ['down', [20, 8], [2, 4]],
  ['little', [20, 6.1], [3, 7]],
  ['back', [20, 6], [3, 9], [1, 6.5]],
  ['first', [20, null], [3, 9]],
  ['cleared', [20, 9], [3, null]],
  ['earlier', [20, 3], [8, 9]],
];
describe('filters by score change and text (rules 17.2, 17.11 and 17.12)', () => {
  test('the moved filter finds scores that moved by 1.0 or more', async () => {
    const addScoredDeal = async (name: string, steps: [days: number, score: number | null][]) => {
      vi.setSystemTime(before(steps[0]![0]));
      const id = await addTimedDeal(name, { ceoName: 'Mover', evaluationScore: steps[0]![1] });
      for (const [ago, evaluationScore] of steps.slice(1)) {
        vi.setSystemTime(before(ago));
        await updateDeal(people.ana, id, { evaluationScore });
      }
      vi.setSystemTime(NOW);
    };
    for (const [name, ...steps] of MOVES) await addScoredDeal(name, steps);
    expect(await listCompanies('search=mover&movedSince=7')).toBe('down up');
    expect(await listCompanies('search=mover&movedSince=8')).toBe('down earlier up');
  });

  test('the text filter finds any stored text in any script', async () => {
    const introduced = await addTimedDeal('introduced', {
      businessIntroduction: 'Cold-chain ЛОГИСТИКА for 森の会社, 50% "cheaper" ÅNGSTRÖM',
    });
    const noted = await addTimedDeal('noted-text');
    const note = await addNoteAt(noted, 'They run a COLD-CHAIN 冷链物流 in Ωδέσσα');
    await addTimedDeal('commented', { comments: 'Warm-chain', industries: ['Ünder Water'] });
    await addTimedDeal('measured', { keyBusinessNumbers: 'ARR 3M' });
    const evaluated = await addTimedDeal('evaluated');
    await saveEvaluation(people.ana, evaluated, { teamNotes: 'Warm hands 🧊' });
    const listByText = (text: string) => listCompanies(new URLSearchParams({ text }).toString());
    expect(await listByText('cold-CHAIN')).toBe('introduced noted-text');
    expect(await listByText('warm')).toBe('commented evaluated');
    expect(await listByText('under w')).toBe('commented');
    expect(await listByText('arr')).toBe('measured');
    for (const [names, ...typed] of [
      ['evaluated', '🧊', '🧊\ufe0f'],
      ['introduced', 'логистика', '森の', 'の会社', '会社', '50%', '"cheaper"', 'ångström', 'öM'],
      ['noted-text', '冷链', '物流', '链物流', 'ωδέσσα', 'δέ', 'Σα'],
      ['', '株', '50_', 'col*', 'cold OR chain', 'zz', '会森', '""', '\0\0', '\uffff\uffff'],
    ])
      for (const text of typed) expect(await listByText(text), text).toBe(names);

    await updateDeal(people.ana, introduced, { businessIntroduction: 'Something else' });
    await withoutNote(note);
    expect(await listByText('cold-chain')).toBe('');
    expect(await listByText('something else')).toBe('introduced');
    const { entries } = await deleteDeal(people.ana, introduced);
    expect(await listByText('something else')).toBe('');
    await restoreFromTrash(people.maren, entries[0]!);
    expect(await listByText('se')).toBe('introduced');
    await updateDeal(people.ana, introduced, { businessIntroduction: null });
    expect(await listByText('something else')).toBe('');
  });

  test('overdue counts viewer days across daylight saving', async () => {
    const id = await addDeal(people.ana, { nextMeetingDate: '120 days' });
    // 0:30 on October 11 in Berlin, so it is due on February 8 there.
    const set = Date.parse('2026-10-10T22:30:00Z');
    const meetingDueAt = new Date(set + 120 * 86_400_000);
    await transaction(async (tx) => tx.update(deals).set({ meetingDueAt }).where(eq(deals.id, id)));
    const listDueIn = async (due: 'overdue' | 'week', day: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) });
      const query = parseDealQuery(new URLSearchParams({ due }), 'Europe/Berlin');
      const ids = await listDealIds(people.ana, query);
      vi.setSystemTime(NOW);
      return ids.includes(id);
    };
    expect([
      await listDueIn('overdue', '2027-02-08'),
      await listDueIn('overdue', '2027-02-09'),
    ]).toEqual([false, true]);
    expect([await listDueIn('week', '2027-02-01'), await listDueIn('week', '2027-02-02')]).toEqual([
      false,
      true,
    ]);
    expect(await listDueIn('week', '2027-02-08')).toBe(true);
  });
});
