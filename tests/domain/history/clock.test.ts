import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { savedSubmissions, sessions, trash } from '#db/schema';
import { transaction } from '#db/transaction';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { saveSubmission } from '~/domain/saved-submission/saved-submission.server';
import { startSession } from '~/http/session/session.server';
import { purgeExpired } from '~/jobs/maintenance.server';
import { createCastForEach } from '../../support/cast';
import { addDeal } from '../../support/deals';

const people = createCastForEach();
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(trash));
});
afterEach(() => {
  vi.useRealTimers();
});

function setClockAhead(days: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
}

describe('clocks that are ahead (rule 10.21)', () => {
  test('a start with the clock ahead does not empty the trash', async () => {
    await deleteDeal(people.ana, await addDeal(people.ana));
    setClockAhead(400);
    for (let hour = 0; hour < 40; hour++) await purgeExpired();
    expect(await db.$count(trash)).toBe(1);
  });

  test('a clock ahead preserves sessions and saved submissions', async () => {
    await addDeal(people.ana);
    const form = { path: '/pipeline/new', fields: [['companyName', 'Typed']] };
    await saveSubmission(people.ana.id, form as Parameters<typeof saveSubmission>[1]);
    const before = await db.$count(sessions);
    setClockAhead(400);
    await startSession(new Request('http://localhost:3000'), people.ben);
    await saveSubmission(people.ben.id, form as Parameters<typeof saveSubmission>[1]);
    expect([await db.$count(sessions), await db.$count(savedSubmissions)]).toEqual([before + 1, 2]);
  });

  test('the trash is emptied after 30 days with changes', async () => {
    await deleteDeal(people.ana, await addDeal(people.ana));
    setClockAhead(31);
    await addDeal(people.ana);
    await purgeExpired();
    expect(await db.$count(trash)).toBe(0);
  });
});
