import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery } from '~/address/deal-query';
import { parsePeriod, parseReviewQuery } from '~/address/review-query';
import type { Viewer } from '~/domain/access';
import { listDealIds } from '~/domain/deal/list.server';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { addNote } from '~/domain/note/create.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { getReview } from '~/domain/review/get.server';
import { getPeriodStart } from '~/domain/review/period';
import { addTask } from '~/domain/task/edit.server';
import type { Locale } from '~/format/locale';
import { formatReviewReason } from '~/format/review-reason';
import { loadReviewView } from '~/routes/review/view.server';
import { createCast } from '../../support/cast';
import { addDeal, deleteDeals } from '../../support/deals';

/** A Wednesday afternoon. */
const BERLIN: Locale = { language: 'en-US', timeZone: 'Europe/Berlin' };
const NOW = '2026-11-25T15:00:00Z';
const people = await createCast();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
});
afterEach(async () => {
  vi.useRealTimers();
  await deleteDeals();
});

async function runAt<T>(moment: string, work: () => Promise<T>): Promise<T> {
  vi.setSystemTime(new Date(moment));
  try {
    return await work();
  } finally {
    vi.setSystemTime(new Date(NOW));
  }
}
const add = (moment: string, companyName: string, fields = {}, owner: Viewer = people.ana) =>
  runAt(moment, () => addDeal(owner, { companyName, ...fields }));
const score = (moment: string, id: number, evaluationScore: number | null) =>
  runAt(moment, () => updateDeal(people.ana, id, { evaluationScore }));

async function listReviewed(viewer: Viewer, params = '', locale = BERLIN) {
  const query = parseReviewQuery(new URLSearchParams(params));
  const sections = await getReview(viewer, query, locale.timeZone);
  const texts: Record<string, string[]> = {};
  for (const { key, deals } of sections)
    texts[key] = deals.map(
      ({ companyName, reason }) => `${companyName}: ${formatReviewReason(reason, locale)}`,
    );
  return texts;
}

async function listInBoth(section: string) {
  const { sections } = await loadReviewView(people.ana, new URLSearchParams(), BERLIN);
  const { rows, list } = sections.find(({ key }) => key === section)!;
  const { searchParams } = new URL(list, 'http://localhost');
  const query = parseDealQuery(searchParams, BERLIN.timeZone);
  return { review: rows.map(({ id }) => id), list: await listDealIds(people.ana, query) };
}

describe('follow-ups (rule 20.1)', () => {
  test('the list of urgent deals has the order of the review', async () => {
    const first = await add('2026-11-20T09:00:00Z', 'First', { nextMeetingDate: 'ASAP' });
    const last = await add('2026-11-22T09:00:00Z', 'Last', { nextMeetingDate: 'ASAP' });
    expect(await listInBoth('urgent')).toEqual({ review: [first, last], list: [first, last] });
  });

  test('review sorts follow-ups into urgent, overdue and this week', async () => {
    for (const [moment, name, nextMeetingDate] of [
      ['2026-11-10T09:00:00Z', 'Asap', 'ASAP'],
      [NOW, 'Now', 'ASAP'],
      ['2026-10-15T09:00:00Z', 'Late', '30 days'],
      ['2026-10-25T23:30:00Z', 'Today', '30 days'],
      ['2026-10-30T09:00:00Z', 'Soon', '30 days'],
      ['2026-11-01T09:00:00Z', 'Tuesday', '30 days'],
      ['2026-11-02T09:00:00Z', 'Wednesday', '30 days'],
      ['2026-10-15T09:00:00Z', 'Never', 'N/A'],
    ] as const)
      await add(moment, name, { nextMeetingDate });
    expect(await listReviewed(people.ana)).toMatchObject({
      urgent: ['Asap: ASAP since Nov 10, 15 days', 'Now: ASAP since today'],
      overdue: ['Asap: 15 days overdue', 'Late: 11 days overdue'],
      week: ['Today: due today', 'Now: due today', 'Soon: due in 4 days', 'Tuesday: due in 6 days'],
    });
  });
});

describe('news of the period (rules 20.2, 20.3 and 20.4)', () => {
  type Step = [hour: string, score: number | null];
  const MOVES: [name: string, first: Step, ...Step[]][] = [
    ['In two steps', ['10-01T09', 6], ['11-24T10', 6.6], ['11-24T11', 7.2], ['11-24T12', 7.5]],
    ['Down', ['10-01T09', 6.1], ['11-24T10', 5.1]],
    ['There and back', ['10-01T09', 6], ['11-24T10', 9], ['11-24T11', 6.9]],
    ['First score', ['10-01T09', null], ['11-24T10', 2], ['11-24T11', 8]],
    ['A little', ['10-01T09', 6], ['11-24T10', 6.9]],
    ['Earlier', ['10-01T09', 3], ['11-20T09', 9], ['11-24T10', 9.5]],
    ['Cleared', ['10-01T09', 8], ['11-24T10', null]],
    ['Deleted and restored', ['10-01T09', 2], ['11-24T10', 2.5]],
  ];

  test('review names the person who added a deal, not its owner', async () => {
    await add('2026-11-22T22:59:00Z', 'Sunday night');
    const id = await add('2026-11-22T23:00:00Z', 'Monday morning', {}, people.tomas);
    await runAt(NOW, () => transferDeal(people.tomas, id, people.ana.email));
    expect((await listReviewed(people.ana)).new).toEqual(['Monday morning: added Nov 23 by Tomas']);
    expect((await listReviewed(people.ana, 'since=day')).new).toEqual([]);
    expect((await listReviewed(people.maren, 'since=2weeks')).new).toEqual([
      'Monday morning: added Nov 23 by Tomas',
      'Sunday night: added Nov 22 by Ana',
    ]);
  });

  test("review compares scores with those at the period's start", async () => {
    const ids = new Map<string, number>();
    for (const [name, [first, evaluationScore], ...steps] of MOVES) {
      const id = await add(`2026-${first}:00:00Z`, name, { evaluationScore });
      for (const [moment, value] of steps) await score(`2026-${moment}:00:00Z`, id, value);
      ids.set(name, id);
    }
    const made = await add('2026-11-24T09:00:00Z', 'Made this week', { evaluationScore: 2 });
    await score('2026-11-24T10:00:00Z', made, 9);
    const whole = ids.get('Deleted and restored')!;
    await runAt('2026-11-24T13:00:00Z', async () => {
      const { entries } = await deleteDeal(people.ana, whole);
      await restoreFromTrash(people.maren, entries[0]!);
    });
    await score('2026-11-24T14:00:00Z', whole, 3);
    expect((await listReviewed(people.ana)).moved).toEqual([
      'Deleted and restored: 2.0 → 3.0',
      'In two steps: 6.0 → 7.5',
      'Down: 6.1 → 5.1',
    ]);
    expect((await listReviewed(people.ana, 'since=day')).moved).toHaveLength(3);
    expect((await listReviewed(people.ana, 'since=2weeks')).moved).toContain('Earlier: 3.0 → 9.5');
  });

  test('the list of noted deals has the order of the review', async () => {
    const last = await add('2026-10-01T09:00:00Z', 'Last');
    const first = await add('2026-10-02T09:00:00Z', 'First');
    await runAt('2026-11-23T09:00:00Z', () => addNote(people.ana, first, 'Hello.'));
    await runAt('2026-11-24T09:00:00Z', () => addNote(people.ana, last, 'Hello.'));
    expect(await listInBoth('noted')).toEqual({ review: [last, first], list: [last, first] });
  });

  test('review shows the latest note, its author and the count', async () => {
    const id = await add('2026-10-01T09:00:00Z', 'Noted');
    const note = (moment: string, who: Viewer, text: string) =>
      runAt(moment, () => addNote(who, id, text));
    await note('2026-11-02T09:00:00Z', people.ana, 'Before the period.');
    expect((await listReviewed(people.ana)).noted).toEqual([]);
    await note('2026-11-23T09:00:00Z', people.ana, 'Only\none.');
    expect((await listReviewed(people.ana)).noted).toEqual(['Noted: Ana: Only one.']);
    await note('2026-11-24T09:00:00Z', people.maren, `Call ${'word '.repeat(20)}`);
    expect((await listReviewed(people.ana)).noted).toEqual([
      `Noted: Maren: Call${' word'.repeat(14)}... (2 notes)`,
    ]);
    await note('2026-11-25T09:00:00Z', people.ana, '星'.repeat(9000));
    expect((await listReviewed(people.ana)).noted).toEqual([
      `Noted: Ana: ${'星'.repeat(160)}... (3 notes)`,
    ]);
  });
});

describe('quiet deals (rule 20.5)', () => {
  test('the list of quiet deals has the order of the review', async () => {
    const noted = await add('2026-09-01T09:00:00Z', 'Noted');
    const silent = await add('2026-09-02T09:00:00Z', 'Silent');
    await runAt('2026-10-01T12:00:00Z', () => addNote(people.ana, noted, 'Hello.'));
    expect(await listInBoth('quiet')).toEqual({
      review: [silent, noted],
      list: [silent, noted],
    });
  });

  test('a deal is quiet after 21 days without any activity', async () => {
    await add('2026-10-22T09:00:00Z', 'Silent');
    const noted = await add('2026-09-01T09:00:00Z', 'Noted');
    const evaluated = await add('2026-09-01T09:00:00Z', 'Evaluated');
    const edited = await add('2026-09-01T09:00:00Z', 'Edited');
    await runAt('2026-11-05T12:00:00Z', () => addNote(people.ana, noted, 'Hello.'));
    await runAt('2026-11-05T12:00:00Z', () =>
      saveEvaluation(people.ana, evaluated, { marketSize: 9 }),
    );
    await runAt('2026-11-04T12:00:00Z', () => updateDeal(people.ana, edited, { comments: 'x' }));
    expect((await listReviewed(people.ana)).quiet).toEqual([
      'Silent: quiet for 34 days',
      'Edited: quiet for 21 days',
    ]);
    expect((await listReviewed(people.ana)).unevaluated).toEqual([
      'Silent: not evaluated, added Oct 22',
      'Edited: not evaluated, added Sep 1',
      'Noted: not evaluated, added Sep 1',
    ]);
  });
});

describe('scope of the review (rule 20.7)', () => {
  test('review covers own deals, and for staff one owner or group', async () => {
    await add(NOW, 'Of Ana', { nextMeetingDate: 'ASAP' });
    await add(NOW, 'Of Ben', { nextMeetingDate: 'ASAP' }, people.ben);
    for (const [viewer, params, names] of [
      [people.ana, '', 'Of Ana'],
      [people.ana, `userId=${people.ben.id}`, ''],
      [people.tomas, '', 'Of Ana,Of Ben'],
      [people.tomas, `userId=${people.ben.id}`, 'Of Ben'],
      [people.tomas, `group=${people.ana.group}`, 'Of Ana'],
      [people.tomas, 'group=none', ''],
      [people.tomas, 'owner=ben@', 'Of Ben'],
    ] as const) {
      const urgent = (await listReviewed(viewer, params)).urgent!;
      expect(
        urgent
          .map((text) => text.split(':')[0])
          .sort()
          .join(),
        params,
      ).toBe(names);
    }
  });

  test('review shows users nothing of the deals of others', async () => {
    const id = await add('2026-10-01T09:00:00Z', 'Of Ben', { evaluationScore: 2 }, people.ben);
    await add('2026-10-01T09:00:00Z', 'Of Ben', { nextMeetingDate: 'ASAP' }, people.ben);
    await runAt(NOW, () => updateDeal(people.ben, id, { evaluationScore: 9 }));
    await runAt(NOW, () => addNote(people.ben, id, 'For @Ana: a secret.'));
    const view = await loadReviewView(people.ana, new URLSearchParams('notes=secret'), BERLIN);
    expect(view.sections.map(({ count }) => count)).toEqual(Array(11).fill('0'));
    expect([view.hasAny, view.notes?.list, view.mentions.list]).toEqual([false, [], []]);
    expect(JSON.stringify(view)).not.toContain('Of Ben');
    const seen = await loadReviewView(people.maren, new URLSearchParams('notes=secret'), BERLIN);
    expect(seen.notes?.list).toMatchObject([{ company: 'Of Ben', excerpt: { hit: 'secret' } }]);
  });

  test('review leaves out deals in the trash', async () => {
    const id = await add(NOW, 'Gone', { nextMeetingDate: 'ASAP' });
    const { entries } = await deleteDeal(people.ana, id);
    expect(Object.values(await listReviewed(people.maren)).flat()).toEqual([]);
    await restoreFromTrash(people.maren, entries[0]!);
    expect((await listReviewed(people.maren)).urgent).toHaveLength(1);
  });
});

describe('review sections and periods (rules 20.6, 20.8 and 25.12)', () => {
  test('own tasks of the week come first in the review', async () => {
    const urgent = await add(NOW, 'Urgent', { nextMeetingDate: 'ASAP' });
    const other = await add(NOW, 'Other');
    const bens = await add(NOW, 'Late', {}, people.ben);
    const on = (id: number, title: string, day: string, more = {}) =>
      addTask(people.maren, id, { title, dueOn: `2026-${day}`, ...more });
    await on(urgent, 'Call', '11-25', { dueAt: '16:00' });
    await on(urgent, 'Write', '11-26');
    await on(other, 'Read', '11-24');
    await on(bens, 'Next week', '12-02');
    await on(bens, 'Of Tomas', '11-25', { userId: people.tomas.id });
    await on(bens, 'Done', '11-25', { done: true });
    const titles = ['Other: Read (1 day overdue)', 'Urgent: Call (today, 16:00), Write (tomorrow)'];
    expect((await listReviewed(people.maren)).tasks).toEqual(titles);
    expect((await listReviewed(people.tomas)).tasks).toEqual(['Late: Of Tomas (today)']);
    expect((await listReviewed(people.ana)).tasks).toEqual([]);
    expect((await listReviewed(people.maren, `userId=${people.ben.id}`)).tasks).toEqual([]);
    const [first] = (await loadReviewView(people.maren, new URLSearchParams(), BERLIN)).sections;
    expect(first).toMatchObject({ title: 'Yours this week', count: '2', list: '/tasks' });
    expect(first!.rows.map((row) => [row.company, row.isFollowUp])).toEqual([
      ['Other', false],
      ['Urgent', true],
    ]);
  });

  test('a section shows 20 deals, counts to 1,000 and links to all', async () => {
    const moment = new Date('2026-10-01T09:00:00Z');
    const urgent = { nextMeetingDate: 'ASAP', meetingDueAt: moment, meetingDays: 0 };
    const rows = Array.from({ length: 1_001 }, (_, n) => ({
      userId: people.ana.id,
      companyName: `Deal ${n}`,
      searchText: '',
      evaluationScore: 5,
      nextMeetingSetAt: moment,
      createdAt: moment,
      updatedAt: moment,
      ...(n ? urgent : {}),
    }));
    await transaction(async (tx) => {
      for (let i = 0; i < rows.length; i += 500)
        await tx.insert(deals).values(rows.slice(i, i + 500));
    });
    const view = await loadReviewView(people.maren, new URLSearchParams(), BERLIN);
    const findSection = (key: string) => view.sections.find((section) => section.key === key)!;
    expect(findSection('overdue')).toMatchObject({
      count: '1,000',
      list: '/admin/pipelines?stage=open&due=overdue&sort=due_asc',
    });
    expect(findSection('quiet').count).toBe('1,000+');
    expect(findSection('quiet').rows).toHaveLength(20);
    const mine = await loadReviewView(people.ana, new URLSearchParams(), BERLIN);
    expect(mine.sections[2]!.list).toBe('/dashboard?stage=open&due=overdue&sort=due_asc');
  });

  test('every section equals the list that it links to, in its order', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) {
      const month = String(1 + ((n * 7) % 11)).padStart(2, '0');
      const nextMeetingDate = ['ASAP', '30 days', '90 days', null][n % 4];
      const fields = { nextMeetingDate, evaluationScore: n % 3 ? 5 : null };
      ids.push(await add(`2026-${month}-2${n % 4}T09:00:00Z`, `Deal ${n}`, fields));
    }
    for (const id of ids.slice(4, 9)) await score(NOW, id, 8);
    for (const id of ids.slice(2, 5)) await runAt(NOW, () => addNote(people.ana, id, 'A note.'));
    for (const params of ['', `userId=${people.ana.id}&since=2weeks`, 'group=OnBS&since=day']) {
      // One's own tasks lead to a page of their own.
      const { sections: all } = await loadReviewView(
        people.tomas,
        new URLSearchParams(params),
        BERLIN,
      );
      const sections = all.filter(({ key }) => key !== 'tasks');
      const shown = new Set<number>();
      for (const { key, list, rows, count } of sections) {
        const query = parseDealQuery(new URL(list, 'http://here').searchParams, BERLIN.timeZone);
        const listed = await listDealIds(people.tomas, query);
        expect(Number(count), key + params).toBe(listed.length);
        expect(rows.map(({ id }) => id)).toEqual(listed.filter((id) => !shown.has(id)));
        for (const id of listed) shown.add(id);
      }
    }
  });

  test.each([
    ['monday', 'UTC', '2026-11-25T15:00:00Z', '2026-11-23T00:00:00.000Z'],
    ['monday', 'UTC', '2026-11-23T00:00:00Z', '2026-11-16T00:00:00.000Z'],
    ['week', 'UTC', '2026-11-25T15:00:00Z', '2026-11-18T00:00:00.000Z'],
    ['monday', 'UTC', '2026-11-22T23:59:59Z', '2026-11-16T00:00:00.000Z'],
    ['monday', 'Asia/Shanghai', '2026-11-22T15:59:59Z', '2026-11-15T16:00:00.000Z'],
    ['monday', 'Asia/Shanghai', '2026-11-22T16:00:00Z', '2026-11-15T16:00:00.000Z'],
    ['monday', 'America/New_York', '2026-11-23T04:59:59Z', '2026-11-16T05:00:00.000Z'],
    // The clock went back on the Sunday before, and forward in March.
    ['monday', 'America/New_York', '2026-11-01T12:00:00Z', '2026-10-26T04:00:00.000Z'],
    ['2weeks', 'America/New_York', '2026-11-02T12:00:00Z', '2026-10-19T04:00:00.000Z'],
    ['monday', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-22T23:00:00.000Z'],
    ['day', 'Europe/Berlin', '2026-03-30T12:00:00Z', '2026-03-28T23:00:00.000Z'],
    ['never', 'UTC', '2026-11-25T15:00:00Z', '2026-11-23T00:00:00.000Z'],
  ])('the period %s in %s at %s starts at %s', (since, timeZone, now, start) => {
    const period = parsePeriod(new URLSearchParams({ since }));
    const from = getPeriodStart(period, timeZone, new Date(now));
    expect(from.start.toISOString()).toBe(start);
  });
});
