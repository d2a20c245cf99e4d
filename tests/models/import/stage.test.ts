import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { importRows, imports } from '#db/schema';
import { transaction } from '#db/transaction';
import {
  type ImportFile,
  purgeImports,
  recoverImports,
  stageImport,
} from '~/models/import/stage.server';
import { rememberTargets } from '~/models/import/mapping.server';
import { type Cast, cast } from '../../support/cast';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});

async function stage(file: ImportFile) {
  const { id, read } = await stageImport(people.ana, file);
  await read;
  return stored(id);
}

async function stored(id: number) {
  const [found] = await db.select().from(imports).where(eq(imports.id, id));
  return found;
}

const rowsOf = (id: number) => db.select().from(importRows).where(eq(importRows.importId, id));
const manyRows = (count: number): ImportFile => ({
  name: 'many.csv',
  bytes: Buffer.from(
    'Company,Stage\n' + Array.from({ length: count }, (_, n) => `Deal ${n},Seed`).join('\n'),
  ),
});

describe('an import that begins', () => {
  test('is there at once, counts its rows while it is read, and then shows its columns', async () => {
    const { id, read } = await stageImport(people.ana, manyRows(5_000));
    expect(await stored(id)).toMatchObject({
      state: 'reading',
      fileName: 'many.csv',
      userId: people.ana.id,
      userEmail: people.ana.email,
    });
    const seen = new Set<number>();
    let isRead = false;
    void read.then(() => (isRead = true));
    for (; !isRead; await pause(1)) seen.add((await stored(id))!.progress);
    expect(seen.size).toBeGreaterThan(3);
    const { state, progress, sheets, problem } = (await stored(id))!;
    expect({ state, progress, problem }).toEqual({
      state: 'columns',
      progress: 5_000,
      problem: null,
    });
    expect(sheets).toEqual([
      {
        name: 'many',
        holds: 'deals',
        headerRow: 1,
        headers: ['Company', 'Stage'],
        targets: ['companyName', 'fundingRound'],
        samples: [
          ['Deal 0', 'Deal 1', 'Deal 2'],
          ['Seed', 'Seed', 'Seed'],
        ],
        rows: 5_000,
      },
    ]);
    const rows = await rowsOf(id);
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, i) => i + 1));
    expect(rows.at(-1)).toMatchObject({ sheet: 0, row: 5_001, cells: ['Deal 4999', 'Seed'] });
  });

  test('offers the columns that its user chose the last time', async () => {
    const sheet = {
      holds: 'deals',
      headers: ['Name', 'Foo'],
      targets: ['companyName', 'comments'],
    };
    await transaction((tx) => rememberTargets(tx, people.ana, { ...sheet, holds: 'deals' }));
    const { sheets } = (await stage({ cells: 'Name\tFoo\nAcme\tBar' }))!;
    expect(sheets[0]!.targets).toEqual(sheet.targets);
  });

  test.each([
    ['C:\\fakepath\\Deals.csv', 'Deals.csv'],
    ['../../Deals\u0000.csv', 'Deals.csv'],
    ['\ud800', 'File'],
    [`${'x'.repeat(300)}.csv`, 'x'.repeat(200)],
  ])('its name has no folders and nothing that cannot be stored: %j', async (name, shown) => {
    const file = { name, bytes: Buffer.from('Company,Stage\nAcme,Seed') };
    expect((await stage(file))!.fileName).toBe(shown);
  });

  test('whose reading fails leaves no rows', async () => {
    const failed = (await stage(manyRows(20_001)))!;
    expect(failed).toMatchObject({
      state: 'failed',
      problem: "The sheet 'many' has more than 20,000 rows.",
    });
    expect(await rowsOf(failed.id)).toEqual([]);
  });

  test('20,000 rows are read', async () => {
    expect(await stage(manyRows(20_000))).toMatchObject({ state: 'columns', progress: 20_000 });
  });

  test('that is deleted while it is read stays deleted', async () => {
    const { id, read } = await stageImport(people.ana, manyRows(5_000));
    await transaction((tx) => tx.delete(imports).where(eq(imports.id, id)).execute());
    await read;
    expect(await stored(id)).toBeUndefined();
    expect(await rowsOf(id)).toEqual([]);
  });
});

describe('after the server has stopped', () => {
  const setState = (id: number, state: 'reading' | 'comparing' | 'preview' | 'done') =>
    transaction((tx) => tx.update(imports).set({ state }).where(eq(imports.id, id)).execute());

  test('what was being read has failed, and its file can be chosen again', async () => {
    const { id } = (await stage({ cells: 'Company\tStage\nAcme\tSeed' }))!;
    await setState(id, 'reading');
    await recoverImports();
    expect(await stored(id)).toMatchObject({
      state: 'failed',
      problem: 'Reading was interrupted. Please choose the file again.',
    });
    expect(await rowsOf(id)).toEqual([]);
  });

  test('what was being compared shows its columns again, and a preview stays', async () => {
    const { id } = (await stage({ cells: 'Company\tStage\nAcme\tSeed' }))!;
    await setState(id, 'comparing');
    await recoverImports();
    expect((await stored(id))!.state).toBe('columns');
    await setState(id, 'preview');
    await recoverImports();
    expect((await stored(id))!.state).toBe('preview');
    expect(await rowsOf(id)).toHaveLength(1);
  });

  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test('an import that was not completed is deleted after a day, a completed one never', async () => {
    const { id } = (await stage({ cells: 'Company\tStage\nAcme\tSeed' }))!;
    const { id: done } = (await stage({ cells: 'Company\tStage\nAcme\tSeed' }))!;
    await setState(done, 'done');
    await purgeImports(later(23));
    expect(await stored(id)).toBeDefined();
    await purgeImports(later(25));
    expect(await stored(id)).toBeUndefined();
    expect(await rowsOf(id)).toEqual([]);
    expect(await stored(done)).toBeDefined();
  });
});
