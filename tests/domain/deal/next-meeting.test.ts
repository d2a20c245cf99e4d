import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateDeal } from '~/domain/deal/update.server';
import { createCastForEach } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';

const people = createCastForEach();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T09:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

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
