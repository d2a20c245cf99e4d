import SQLite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { createDeal } from '~/domain/deal/create.server';
import { loader as rootLoader } from '~/root';
import { loader as dashboardLoader } from '~/routes/dashboard/route';
import { call, type CastMember, createCast } from '../support/cast';

async function statementsOf(member: CastMember): Promise<string[]> {
  const statement = Object.getPrototypeOf(new SQLite(':memory:').prepare('select 1')) as object;
  const run: string[] = [];
  const spies = (['get', 'all', 'run'] as const).map((method) => {
    const original = Reflect.get(statement, method) as (...values: unknown[]) => unknown;
    return vi.spyOn(statement as SQLite.Statement, method).mockImplementation(function (
      this: SQLite.Statement,
      ...values: unknown[]
    ) {
      run.push(this.source);
      return original.apply(this, values) as never;
    });
  });
  const loaders = [rootLoader, dashboardLoader].map((loader) =>
    call({ loader }, 'GET', '/dashboard', { as: member }),
  );
  for (const answer of await Promise.all(loaders)) expect(answer.status).toBe(200);
  for (const spy of spies) spy.mockRestore();
  return run;
}

test('a list shown since the last commit takes ≤ 7 statements', async () => {
  const { ana } = await createCast();
  for (const companyName of ['One', 'Two'])
    await createDeal(ana, { companyName, industries: ['AI'] });
  expect((await statementsOf(ana)).length).toBeGreaterThan(7);
  const warm = await statementsOf(ana);
  expect(warm.length, warm.join('\n')).toBeLessThanOrEqual(7);
});
