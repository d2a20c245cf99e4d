import SQLite from 'better-sqlite3';
import { expect, vi } from 'vitest';
import { databasePath } from '#db/client';

/** How SQLite goes about the queries of `work`, or of those alone that name the table. */
export async function plansOf(work: () => Promise<unknown>, table = ''): Promise<string[]> {
  const prepared = vi.spyOn(SQLite.prototype, 'prepare');
  await work();
  const statements = prepared.mock.calls
    .map(([source]) => source)
    .filter((source) => /^(select|with)/i.test(source) && source.includes(table));
  prepared.mockRestore();
  const connection = new SQLite(databasePath(process.env.DATABASE_URL!), { readonly: true });
  const plans = statements.flatMap((source) => {
    const nothing = Array<null>((source.match(/\?/g) ?? []).length).fill(null);
    const steps = connection.prepare(`explain query plan ${source}`).all(...nothing);
    return (steps as { detail: string }[]).map(({ detail }) => detail);
  });
  connection.close();
  expect(plans.length).toBeGreaterThan(0);
  return plans;
}
