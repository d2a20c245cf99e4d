import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { lateForms, sessions, trash } from '#db/schema';
import { transaction } from '#db/transaction';
import { purge } from '~/maintenance.server';
import { saveLateForm } from '~/models/late-form/store.server';
import { deletePipeline } from '~/models/trash/delete.server';
import { startSession } from '~/web/session/auth.server';
import { castForEach } from '../../support/cast';
import { addPipeline } from '../../support/pipelines';

/** Old rows are deleted by the clock, up to a day after the latest change (rule 10.21). */
const people = castForEach();
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(trash));
});
afterEach(() => {
  vi.useRealTimers();
});

function setClockAhead(days: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
}

test('a start with the clock ahead keeps the trash (rule 10.21)', async () => {
  await deletePipeline(people.ana, await addPipeline(people.ana));
  setClockAhead(400);
  for (let hour = 0; hour < 40; hour++) await purge();
  expect(await db.$count(trash)).toBe(1);
});

test('a clock ahead keeps sessions and typed forms of others (rule 10.21)', async () => {
  await addPipeline(people.ana);
  const form = { path: '/pipeline/new', fields: [['companyName', 'Typed']] };
  await saveLateForm(people.ana.id, form as Parameters<typeof saveLateForm>[1]);
  const before = await db.$count(sessions);
  setClockAhead(400);
  await startSession(new Request('http://localhost:3000'), people.ben);
  await saveLateForm(people.ben.id, form as Parameters<typeof saveLateForm>[1]);
  expect([await db.$count(sessions), await db.$count(lateForms)]).toEqual([before + 1, 2]);
});

test('the trash is emptied after 30 days with changes (rule 10.21)', async () => {
  await deletePipeline(people.ana, await addPipeline(people.ana));
  setClockAhead(31);
  await addPipeline(people.ana);
  await purge();
  expect(await db.$count(trash)).toBe(0);
});
