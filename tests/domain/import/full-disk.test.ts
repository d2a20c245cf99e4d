import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { db, getConnections } from '#db/client';
import { deals, evaluations, historyEvents, trash } from '#db/schema';
import { createDeal } from '~/domain/deal/create.server';
import { updateDeal } from '~/domain/deal/update.server';
import { updateEvaluation } from '~/domain/evaluation/update.server';
import { applyImport } from '~/domain/import/apply/apply.server';
import { undoImport } from '~/domain/import/apply/undo.server';
import { chooseRows } from '~/domain/import/preview/choose.server';
import { startComparison } from '~/domain/import/preview/start.server';
import { getImport } from '~/domain/import/record/get.server';
import { startImport } from '~/domain/import/upload/start.server';
import { deleteDealsById } from '~/domain/operations/trash/delete.server';
import { type Cast, createCast } from '../../support/cast';
import { deleteDeals } from '../../support/deals';
import { addPreview, createNewDealRow } from '../../support/import-previews';

const folder = mkdtempSync(join(tmpdir(), 'pipeline-full-'));
const flag = join(folder, 'full');
process.env.FULL_DISK = flag;
await import('../../support/full-disk.mjs');

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);
afterAll(() => rmSync(folder, { recursive: true }));

const FULL = 'The disk is full';
async function whileFull<T>(work: () => Promise<T>, room = ''): Promise<T> {
  writeFileSync(flag, room);
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

/** Runs a stage that fails while the disk is full; there is room a minute later. */
async function interrupted(step: () => Promise<unknown>): Promise<void> {
  vi.mocked(console.error).mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await whileFull(step);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(console.error).toHaveBeenCalled();
  vi.mocked(console.error).mockClear();
}

describe('imports on a full disk (rule 16.79)', () => {
  test('an upload on a full disk fails cleanly and can be repeated', async () => {
    await refused(() => startImport(people.ana, FILE));
    const { id, read } = await startImport(people.ana, FILE);
    await interrupted(() => read);
    await expect.poll(() => state(id)).toBe('failed');
    expect((await getImport(people.ana, id)).problem).toContain(FULL);
  });

  test('a comparison on a full disk fails and can be repeated', async () => {
    const { id, read } = await startImport(people.ana, FILE);
    await read;
    const { sheets } = await getImport(people.ana, id);
    const compare = () => startComparison(people.ana, id, { sheets, dayFirst: null });
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

  test('applying and undoing on a full disk store nothing', async () => {
    const id = await addPreview(people.ana, [createNewDealRow('Aster'), createNewDealRow('Birch')]);
    await refused(() => chooseRows(people.ana, id, { kind: 'new', choice: 'skip' }));
    await refused(() => applyImport(people.ana, id));
    expect([await state(id), await db.$count(deals)]).toEqual(['preview', 0]);
    expect(await applyImport(people.ana, id)).toMatchObject({ created: 2 });
    await refused(() => undoImport(people.ana, id));
    expect(await db.$count(deals)).toBe(2);
    expect(await undoImport(people.ana, id)).toMatchObject({ deleted: 2, skipped: [] });
  });
});

describe('writes on a disk with little free space', () => {
  const stored = async () => [
    await db.select().from(deals),
    await db.$count(historyEvents),
    await db.$count(trash),
    await db.$count(evaluations),
  ];
  const LONG = 'x'.repeat(4_000);
  const MANY = Array.from({ length: 40 }, (_, n) =>
    createNewDealRow(`Deal ${n}`, { comments: LONG }),
  );

  /** Retries with ever more room; until it works, nothing is stored. */
  async function untilThereIsRoom(work: () => Promise<unknown>) {
    getConnections().writer.exec('VACUUM');
    for (let room = 0; room < 1_000; room += 1 + Math.floor(room / 4)) {
      const before = await stored();
      const { error } = await whileFull(() => attempt(work), String(room));
      if (!error) return room;
      expect(error).toMatchObject({ message: expect.stringContaining(FULL) });
      expect(await stored()).toEqual(before);
    }
    throw new Error('It never works.');
  }
  async function attempt(work: () => Promise<unknown>): Promise<{ error?: unknown }> {
    try {
      await work();
      return {};
    } catch (error) {
      return { error };
    }
  }

  test('an import and its undo on a full disk are whole or absent', async () => {
    const id = await addPreview(people.ana, MANY);
    expect(await untilThereIsRoom(() => applyImport(people.ana, id))).toBeGreaterThan(20);
    expect(await db.$count(deals)).toBe(40);
    expect(await untilThereIsRoom(() => undoImport(people.ana, id))).toBeGreaterThan(2);
    expect(await db.$count(deals)).toBe(0);
  });

  test('each write of a deal on a full disk is whole or absent', async () => {
    const companyName = 'Gantrywell';
    const room = await untilThereIsRoom(() =>
      createDeal(people.ana, { companyName, comments: LONG.repeat(4) }),
    );
    expect(room).toBeGreaterThan(2);
    const [{ id } = { id: 0 }] = await db.select().from(deals);
    await untilThereIsRoom(() => updateDeal(people.ana, id, { comments: LONG.repeat(4) }));
    await untilThereIsRoom(() => updateEvaluation(people.ana, id, { marketNotes: LONG }));
    await untilThereIsRoom(() => deleteDealsById(people.ana, [id]));
    expect(await db.$count(deals)).toBe(0);
  });
});
