import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { importRows, imports } from '#db/schema';
import { transaction } from '#db/transaction';
import type { ImportFile } from '~/domain/import/reading/read-job';
import { purgeImports } from '~/domain/import/record/purge.server';
import { discardImport } from '~/domain/import/upload/discard.server';
import { recoverImports } from '~/domain/import/upload/recover.server';
import { startImport } from '~/domain/import/upload/start.server';
import type { ChildLimits } from '~/jobs/threads/child.server';
import { type Cast, createCast } from '../../support/cast';
import { createDenseText, createManyTexts, createSlowFile } from '../../support/hostile-files';
import { buildTextRow, buildXlsx } from '../../support/xlsx';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});

async function stage(file: ImportFile, limits?: ChildLimits) {
  const { id, read } = await startImport(people.ana, file, limits);
  await read;
  return stored(id);
}

async function stored(id: number) {
  const [found] = await db.select().from(imports).where(eq(imports.id, id));
  return found;
}

const listRows = (id: number) => db.select().from(importRows).where(eq(importRows.importId, id));
const manyRows = (count: number): ImportFile => ({
  name: 'many.csv',
  bytes: Buffer.from(
    'Company,Stage\n' + Array.from({ length: count }, (_, n) => `Deal ${n},Seed`).join('\n'),
  ),
});

describe('uploading an import (rules 16.4 and 16.10)', () => {
  test('an upload counts rows while reading, then shows columns', async () => {
    const file = manyRows(5_000);
    const { id, read } = await startImport(people.ana, file);
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
    const rows = await listRows(id);
    const fileBytes = 'bytes' in file ? file.bytes.length : 0;
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
        openDays: {},
        settledDays: {},
        amounts: {},
        notations: {},
        layout: { encoding: 'utf-8', separator: 'comma' },
        rows: 5_000,
        bytes: rows.reduce((sum, { cells }) => sum + JSON.stringify(cells).length, fileBytes),
      },
    ]);
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, i) => i + 1));
    expect(rows.at(-1)).toMatchObject({ sheet: 0, row: 5_001, cells: ['Deal 4999', 'Seed'] });
  });

  test.each([
    ['C:\\fakepath\\Deals.csv', 'Deals.csv'],
    ['../../Deals\u0000.csv', 'Deals.csv'],
    ['\ud800', 'File'],
    [`${'x'.repeat(300)}.csv`, 'x'.repeat(200)],
  ])('an import name loses folders and unstorable characters: %j', async (name, shown) => {
    const file = { name, bytes: Buffer.from('Company,Stage\nAcme,Seed') };
    expect((await stage(file))!.fileName).toBe(shown);
  });

  test('an import reads 20,000 rows, and a failed one stores none', async () => {
    expect(await stage(manyRows(20_000))).toMatchObject({ state: 'columns', progress: 20_000 });
    const failed = (await stage(manyRows(20_001)))!;
    expect(failed).toMatchObject({
      state: 'failed',
      problem:
        "The sheet 'many' has more than 20,000 rows. " +
        'Please split it, and import one part after the other.',
    });
    expect(await listRows(failed.id)).toEqual([]);
  });

  test('an import deleted while it is read stays deleted', async () => {
    const { id, read } = await startImport(people.ana, manyRows(5_000));
    await transaction((tx) => tx.delete(imports).where(eq(imports.id, id)).execute());
    await read;
    expect(await stored(id)).toBeUndefined();
    expect(await listRows(id)).toEqual([]);
  });
});

const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim();

describe('files beyond the reading limits (rule 16.13)', () => {
  test('a file that needs too much memory fails alone', { timeout: 60_000 }, async () => {
    const [failed, read] = await Promise.all([
      stage({ name: 'large.xlsx', bytes: createManyTexts(900_000) }, { heapMb: 24 }),
      startImport(people.maren, { cells: 'Company\tStage\nAcme\tSeed' }),
    ]);
    expect(failed).toMatchObject({
      state: 'failed',
      problem:
        'This file takes too much memory to read. ' +
        'Please split it, and import one part after the other.',
    });
    await read.read;
    expect((await stored(read.id))!.state).toBe('columns');
    expect(await listRows(failed!.id)).toEqual([]);
    expect(children()).toBe('');
  });

  test('a file that takes too much time fails', async () => {
    const { id, read } = await startImport(people.ana, createSlowFile(), { deadlineMs: 300 });
    await read;
    expect(await stored(id)).toMatchObject({
      state: 'failed',
      problem:
        'This file takes too much time to read. ' +
        'Please split it, and import one part after the other.',
    });
    expect(children()).toBe('');
  });

  test('a slow file blocks nobody and ends when discarded', async () => {
    const slow = await startImport(people.ana, createSlowFile());
    const other = await startImport(people.maren, { cells: 'Company\tStage\nAcme\tSeed' });
    await other.read;
    expect((await stored(slow.id))!.state).toBe('reading');
    expect(children()).not.toBe('');
    await discardImport(people.ana, slow.id);
    await slow.read;
    expect(children()).toBe('');
    expect(await stored(slow.id)).toBeUndefined();
  });
});

describe('waiting imports (rule 16.12)', () => {
  const small = (name: string): ImportFile => ({
    name,
    bytes: Buffer.from('Company,Stage\nAcme,Seed'),
  });
  /** 28 MB of cells. */
  const large = (name: string): ImportFile => ({
    name,
    bytes: Buffer.from(
      buildXlsx({
        strings: `<si><t>${createDenseText(30_000)}</t></si>`,
        rows:
          buildTextRow('Company', 'Stage') +
          `<row>${'<c t="s"><v>0</v></c>'.repeat(8)}</row>`.repeat(120),
      }),
    ),
  });
  const QUOTA = 'an account can have 5 imports waiting, with 50 MB of cells in all';

  const addFive = async () => {
    const ids: number[] = [];
    for (const n of [1, 2, 3, 4, 5]) ids.push((await stage(small(`${n}.csv`)))!.id);
    return ids;
  };

  beforeEach(() => transaction((tx) => tx.delete(imports).execute()));

  test('a sixth waiting import drops the oldest, and both say so', async () => {
    const ids = await addFive();
    const others = await startImport(people.maren, small('other.csv'));
    await others.read;
    const sixth = await stage(small('6.csv'));
    expect(sixth).toMatchObject({
      state: 'columns',
      problem: `To make room for this import, '1.csv' was discarded: ${QUOTA}.`,
    });
    expect(await stored(ids[0]!)).toMatchObject({
      state: 'dropped',
      problem:
        `This import was discarded to make room for '6.csv': ${QUOTA}. ` +
        'Please choose its file again when one of them is done.',
    });
    expect(await listRows(ids[0]!)).toEqual([]);
    for (const id of [...ids.slice(1), others.id])
      expect(await stored(id)).toMatchObject({ state: 'columns', problem: null });
  });

  test('waiting imports beyond 50 MB drop the oldest', { timeout: 60_000 }, async () => {
    const first = await stage(large('first.xlsx'));
    const second = await stage(small('second.csv'));
    const third = await stage(large('third.xlsx'));
    expect(third!.problem).toMatch("'first.xlsx' was discarded");
    expect((await stored(first!.id))!.state).toBe('dropped');
    expect((await stored(second!.id))!.state).toBe('columns');
  });

  test('imports being compared are not dropped for a new one', async () => {
    await addFive();
    await transaction((tx) => tx.update(imports).set({ state: 'comparing' }).execute());
    expect(await stage(small('6.csv'))).toMatchObject({
      state: 'failed',
      problem: `Your other imports are being compared or written, and ${QUOTA}. Please try again soon.`,
    });
  });

  test('an unreadable file drops no waiting import', async () => {
    const ids = await addFive();
    expect((await stage({ name: 'bad.csv', bytes: Buffer.from('1,2') }))!.state).toBe('failed');
    for (const id of ids) expect((await stored(id))!.state).toBe('columns');
  });
});

describe('imports after a restart (rule 16.5)', () => {
  const setState = (id: number, state: 'reading' | 'comparing' | 'preview' | 'done') =>
    transaction((tx) => tx.update(imports).set({ state }).where(eq(imports.id, id)).execute());

  test('an import interrupted while reading has failed', async () => {
    const { id } = (await stage({ cells: 'Company\tStage\nAcme\tSeed' }))!;
    await setState(id, 'reading');
    await recoverImports();
    expect(await stored(id)).toMatchObject({
      state: 'failed',
      problem: 'Reading was interrupted. Please choose the file again.',
    });
    expect(await listRows(id)).toEqual([]);
  });

  test('an import interrupted while comparing shows its columns', async () => {
    const { id } = (await stage({ cells: 'Company\tStage\nAcme\tSeed' }))!;
    await setState(id, 'comparing');
    await recoverImports();
    expect((await stored(id))!.state).toBe('columns');
    await setState(id, 'preview');
    await recoverImports();
    expect((await stored(id))!.state).toBe('preview');
    expect(await listRows(id)).toHaveLength(1);
  });

  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test('an unfinished import is deleted after a day', async () => {
    const { id } = (await stage({ cells: 'Company\tStage\nAcme\tSeed' }))!;
    const { id: done } = (await stage({ cells: 'Company\tStage\nAcme\tSeed' }))!;
    await setState(done, 'done');
    await purgeImports(later(23));
    expect(await stored(id)).toBeDefined();
    await purgeImports(later(25));
    expect(await stored(id)).toBeUndefined();
    expect(await listRows(id)).toEqual([]);
    expect(await stored(done)).toBeDefined();
  });
});
