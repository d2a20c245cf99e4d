import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseDealQuery } from '~/address/deal-query';
import { getFollowUp } from '~/domain/deal/follow-up';
import { listDeals } from '~/domain/deal/list.server';
import { DealEditInput } from '~/domain/deal/schema';
import { updateDeal } from '~/domain/deal/update.server';
import { changeDealsInBulk } from '~/domain/operations/bulk-change.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { parseInput } from '~/errors';
import { formatMeeting } from '~/format/deal-field';
import { createCastForEach } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';

const people = createCastForEach();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T09:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const getMeeting = async (id: number) => {
  const { nextMeetingDate, nextMeetingOn } = (await getStoredDeal(id))!;
  return [nextMeetingDate, nextMeetingOn];
};
const UTC = { language: 'en-US', timeZone: 'UTC' };

describe('the time of the next meeting (rule 17.1)', () => {
  const setAt = async (id: number) =>
    (await getStoredDeal(id))!.nextMeetingSetAt?.toISOString().slice(0, 10);

  test('the time restarts with a new value and ends with none', async () => {
    const id = await addDeal(people.ana, { nextMeetingDate: '30 days' });
    vi.setSystemTime(new Date('2026-12-01T09:00:00Z'));
    await updateDeal(people.ana, id, { nextMeetingDate: '30 days', comments: 'Called' });
    expect(await setAt(id)).toBe('2026-11-26');
    await updateDeal(people.ana, id, { nextMeetingDate: '90 days' });
    expect(await setAt(id)).toBe('2026-12-01');
    await updateDeal(people.ana, id, { nextMeetingDate: null });
    expect(await setAt(id)).toBeUndefined();
  });
});

describe('the day of the next meeting (rule 17.17)', () => {
  test.each([
    ['2026-11-20', 'ASAP'],
    ['2026-11-26', 'ASAP'],
    ['2026-11-27', '30 days'],
    ['2026-12-26', '30 days'],
    ['2026-12-27', '90 days'],
    ['2027-03-26', '120 days'],
    ['2027-03-27', '360 days'],
    ['2199-01-01', '360 days'],
  ])('%s alone sets %s', async (nextMeetingOn, choice) => {
    const id = await addDeal(people.ana, { nextMeetingOn });
    expect(await getMeeting(id)).toEqual([choice, nextMeetingOn]);
    const other = await addDeal(people.ana);
    await updateDeal(people.ana, other, { nextMeetingOn });
    expect(await getMeeting(other)).toEqual([choice, nextMeetingOn]);
  });

  test('both together are stored as sent', async () => {
    const both = { nextMeetingDate: '360 days', nextMeetingOn: '2026-12-01' };
    expect(await getMeeting(await addDeal(people.ana, both))).toEqual(['360 days', '2026-12-01']);
  });

  test('a choice alone clears the day', async () => {
    const id = await addDeal(people.ana, { nextMeetingOn: '2026-12-01' });
    await updateDeal(people.ana, id, { nextMeetingDate: '30 days' });
    expect(await getMeeting(id)).toEqual(['30 days', null]);
  });

  test('the day counts instead of the choice', async () => {
    const id = await addDeal(people.ana, { nextMeetingOn: '2026-12-04' });
    const deal = (await getStoredDeal(id))!;
    expect(formatMeeting(deal, UTC)).toBe('30 days (Dec 4, 2026)');
    expect(getFollowUp(deal, 'UTC')).toMatchObject({ days: 8, isOverdue: false });
  });

  test.each(['Pacific/Kiritimati', 'UTC', 'Etc/GMT+12'])(
    'in %s it is overdue from the next day on',
    async (timeZone) => {
      const on = (day: number) => addDeal(people.ana, { nextMeetingOn: `2026-11-${day}` });
      const today = Number(
        new Intl.DateTimeFormat('en', { timeZone, day: 'numeric' }).format(new Date()),
      );
      const yesterday = await on(today - 1);
      await on(today);
      const query = parseDealQuery(new URLSearchParams('due=overdue'), timeZone);
      const overdue = await listDeals(people.ana, query, { limit: 10, offset: 0 });
      expect(overdue.map(({ id }) => id)).toEqual([yesterday]);
    },
  );

  test('lists sort by the day', async () => {
    const late = await addDeal(people.ana, { nextMeetingOn: '2027-06-01' });
    const soon = await addDeal(people.ana, { nextMeetingDate: '90 days' });
    const first = await addDeal(people.ana, { nextMeetingOn: '2026-12-01' });
    const query = parseDealQuery(new URLSearchParams('sort=meeting_asc'), 'UTC');
    const sorted = await listDeals(people.ana, query, { limit: 10, offset: 0 });
    expect(sorted.map(({ id }) => id)).toEqual([first, soon, late]);
  });

  test('an undo brings back day and choice', async () => {
    const id = await addDeal(people.ana, { nextMeetingOn: '2027-06-01' });
    const change = { fundingRound: undefined, nextMeetingDate: 'ASAP', note: undefined };
    const { operationId } = await changeDealsInBulk(people.ana, [id], change);
    expect(await getMeeting(id)).toEqual(['ASAP', null]);
    await undoOwnOperation(people.ana, operationId!);
    expect(await getMeeting(id)).toEqual(['360 days', '2027-06-01']);
    expect((await getStoredDeal(id))!.meetingDueAt).toEqual(new Date('2027-06-01T12:00:00Z'));
  });

  test.each(['2026-02-30', '1899-12-31', '2201-01-01', 'tomorrow'])('%s is refused', (day) => {
    const parse = () => parseInput(DealEditInput, { nextMeetingOn: day });
    expect(parse).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ path: 'nextMeetingOn' })],
      }) as Error,
    );
  });
});
