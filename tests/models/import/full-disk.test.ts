import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import { applyImport } from '~/models/import/apply.server';
import { compareImport } from '~/models/import/compare.server';
import { chooseRows } from '~/models/import/preview.server';
import { stageImport } from '~/models/import/stage.server';
import { getImport } from '~/models/import/stored.server';
import { undoImport } from '~/models/import/undo.server';
import { type Cast, cast } from '../../support/cast';
import { addPreview, newDeal } from '../../support/imports';
import { clearDeals } from '../../support/pipelines';

/** The disk is full in each step of an import: nothing is half done, and it goes on when there is room. */
const folder = mkdtempSync(join(tmpdir(), 'pipeline-full-'));
const flag = join(folder, 'full');
process.env.FULL_DISK = flag;
await import('../../support/full-disk.mjs');

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
beforeEach(clearDeals);
afterAll(() => rmSync(folder, { recursive: true }));

const FULL = 'There is no room left on the disk';
async function whileFull<T>(work: () => Promise<T>): Promise<T> {
  writeFileSync(flag, '');
  try {
    return await work();
  } finally {
    rmSync(flag);
  }
}
const refused = (work: () => Promise<unknown>) =>
  whileFull(() => expect(work()).rejects.toThrow(FULL));
const state = async (id: number) => (await getImport(people.ana, id)).state;
const FILE = { name: 'deals.csv', bytes: Buffer.from('Company\nAster\nBirch\n') };

/** Somebody waits for a step that fails while the disk is full; there is room a minute later. */
async function interrupted(step: () => Promise<unknown>): Promise<void> {
  vi.mocked(console.error).mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await whileFull(step);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(console.error).toHaveBeenCalled();
  vi.mocked(console.error).mockClear();
}

test('at the beginning, and while the file is read', async () => {
  await refused(() => stageImport(people.ana, FILE));
  const { id, read } = await stageImport(people.ana, FILE);
  await interrupted(() => read);
  await expect.poll(() => state(id)).toBe('failed');
  expect((await getImport(people.ana, id)).problem).toContain(FULL);
});

test('when the columns are chosen, and while rows are compared', async () => {
  const { id, read } = await stageImport(people.ana, FILE);
  await read;
  const { sheets } = await getImport(people.ana, id);
  const compare = () => compareImport(people.ana, id, { sheets, dayFirst: null });
  await refused(compare);
  expect(await state(id)).toBe('columns');
  const { compared } = await compare();
  await interrupted(() => compared);
  await expect.poll(() => state(id)).toBe('columns');
  await (
    await compare()
  ).compared;
  expect(await state(id)).toBe('preview');
});

test('when rows are chosen, when they are written, and when they are taken back', async () => {
  const id = await addPreview(people.ana, [newDeal('Aster'), newDeal('Birch')]);
  await refused(() => chooseRows(people.ana, id, { kind: 'new', choice: 'skip' }));
  await refused(() => applyImport(people.ana, id));
  expect([await state(id), await db.$count(pipelines)]).toEqual(['preview', 0]);
  expect(await applyImport(people.ana, id)).toMatchObject({ created: 2 });
  await refused(() => undoImport(people.ana, id));
  expect(await db.$count(pipelines)).toBe(2);
  expect(await undoImport(people.ana, id)).toMatchObject({ deleted: 2, kept: [] });
});
