import SQLite from 'better-sqlite3';
import { beforeAll, expect, test, vi } from 'vitest';
import { createDeal } from '~/domain/deal/create.server';
import { loader as rootLoader } from '~/root';
import { loader as dashboardLoader } from '~/routes/dashboard/route';
import { loader as dealLoader } from '~/routes/pipeline.$id._index/route';
import { call, type CastMember, createCast } from '../support/cast';

interface Page {
  path: string;
  loader: typeof dashboardLoader | typeof dealLoader;
  params?: Record<string, string>;
}

async function listStatements(member: CastMember, page: Page): Promise<string[]> {
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
  const { path, loader: pageLoader, params } = page;
  const answers = [rootLoader, pageLoader].map((loader) =>
    call({ loader }, 'GET', path, { as: member, params }),
  );
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
  for (const spy of spies) spy.mockRestore();
  return run;
}

let ana: CastMember;
beforeAll(async () => ({ ana } = await createCast()));

const LIST: Page = { path: '/dashboard', loader: dashboardLoader };

test('a list shown since the last commit takes ≤ 7 statements', async () => {
  for (const companyName of ['One', 'Two'])
    await createDeal(ana, { companyName, industries: ['AI'] });
  expect((await listStatements(ana, LIST)).length).toBeGreaterThan(7);
  const warm = await listStatements(ana, LIST);
  expect(warm.length, warm.join('\n')).toBeLessThanOrEqual(7);
});

test('the page of a deal asks once for all parts if it is visible', async () => {
  const id = await createDeal(ana, { companyName: 'Gantrywell', industries: ['AI'] });
  const page = { path: `/pipeline/${id}`, loader: dealLoader, params: { id: String(id) } };
  const statements = await listStatements(ana, page);
  const checks = statements.filter((one) => one.startsWith('select count(*) from "pipelines"'));
  expect(checks, statements.join('\n')).toHaveLength(1);
});
