import { expect, onTestFinished, test, vi } from 'vitest';
import { getDatabasePath } from '#db/client';
import { queryRows } from '~/jobs/threads/read.js';

const sql = `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ?)
  select n from counted where n % 2 = 0 and in_time()`;
const path = getDatabasePath(process.env.DATABASE_URL!);

test('a query returns the values of its rows', () => {
  expect(queryRows({ path, sql, params: [5], timeoutMs: 10_000 })).toEqual([[2], [4]]);
});

test('a query ends in time, however much there is to read', () => {
  const began = performance.now();
  expect(queryRows({ path, sql, params: [1e9], timeoutMs: 100 })).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a query that waits for a processor gets more time', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(300);
  onTestFinished(() => clock.mockRestore());
  expect(queryRows({ path, sql, params: [5], timeoutMs: 100 })).toEqual([[2], [4]]);
  clock.mockReturnValueOnce(0).mockReturnValue(500);
  expect(queryRows({ path, sql, params: [5], timeoutMs: 100 })).toBeUndefined();
});

test('a query that fails throws its error', () => {
  expect(() =>
    queryRows({ path, sql: 'select none from pipelines', params: [], timeoutMs: 100 }),
  ).toThrow('no such column: none');
});
