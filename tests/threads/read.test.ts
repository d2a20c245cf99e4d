import { expect, onTestFinished, test, vi } from 'vitest';
import { databasePath } from '#db/client';
import { readRows } from '~/threads/read.js';

const sql = `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ?)
  select n from counted where n % 2 = 0 and in_time()`;
const path = databasePath(process.env.DATABASE_URL!);

test('returns the values of the rows', () => {
  expect(readRows({ path, sql, params: [5], patience: 10_000 })).toEqual([[2], [4]]);
});

test('ends in time, however much there is to read', () => {
  const began = performance.now();
  expect(readRows({ path, sql, params: [1e9], patience: 100 })).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a query that waits for a processor ends later', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(300);
  onTestFinished(() => clock.mockRestore());
  expect(readRows({ path, sql, params: [5], patience: 100 })).toEqual([[2], [4]]);
  clock.mockReturnValueOnce(0).mockReturnValue(500);
  expect(readRows({ path, sql, params: [5], patience: 100 })).toBeUndefined();
});

test('any other failure is one', () => {
  expect(() =>
    readRows({ path, sql: 'select none from pipelines', params: [], patience: 100 }),
  ).toThrow('no such column: none');
});
