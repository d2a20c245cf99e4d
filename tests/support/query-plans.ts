import SQLite from 'better-sqlite3';
import { expect, vi } from 'vitest';
import { getConnections, getDatabasePath } from '#db/client';

export async function recordQueries(work: () => Promise<unknown>): Promise<string[]> {
  const { reader, writer } = getConnections();
  const spies = [reader, writer, SQLite.prototype].map((connection) =>
    vi.spyOn(connection, 'prepare'),
  );
  await work();
  const sources = spies.flatMap(({ mock }) => mock.calls.map(([source]) => source));
  for (const spy of spies) spy.mockRestore();
  return sources.filter((source) => /^(select|with)/i.test(source));
}

export async function explainQueries(work: () => Promise<unknown>, table = ''): Promise<string[]> {
  const statements = (await recordQueries(work)).filter((source) => source.includes(table));
  const connection = new SQLite(getDatabasePath(process.env.DATABASE_URL!), { readonly: true });
  const plans = statements.flatMap((source) => {
    const nothing = Array<null>((source.match(/\?/g) ?? []).length).fill(null);
    const steps = connection.prepare(`explain query plan ${source}`).all(...nothing);
    return (steps as { detail: string }[]).map(({ detail }) => detail);
  });
  connection.close();
  expect(plans.length).toBeGreaterThan(0);
  return plans;
}
