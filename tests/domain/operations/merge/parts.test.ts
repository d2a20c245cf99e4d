import SQLite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listForeignKeys } from '#db/child-rows';
import { db, getDatabasePath } from '#db/client';
import { decisions } from '#db/schema';
import { listDecisions } from '~/domain/decision/list.server';
import { closeDeal } from '~/domain/decision/move-deal.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { MOVED_TABLES, TABLES_NOT_MOVED } from '~/domain/operations/merge/related-rows.server';
import { splitMerge } from '~/domain/operations/merge/split.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { createCast } from '../../../support/cast';
import { addDeal } from '../../../support/deals';

const { tomas } = await createCast();

const PARTS = 'app/domain/operations/merge/related-rows.server.ts';

describe('tables in a merge (rule 23.16)', () => {
  test('every table with rows of a deal is handled by a merge', async () => {
    const links = (await listForeignKeys()).filter(({ parent }) => parent === 'pipelines');
    const tables = [...new Set(links.map(({ table }) => table))];
    expect(tables.length).toBeGreaterThan(7);
    for (const table of tables)
      expect(
        [table in MOVED_TABLES, table in TABLES_NOT_MOVED],
        `${table}: say in ${PARTS} whether its rows move to the winner of a merge`,
      ).toContain(true);
    const known = [...Object.keys(MOVED_TABLES), ...Object.keys(TABLES_NOT_MOVED)];
    expect(
      known.filter((table) => !tables.includes(table)),
      'gone',
    ).toEqual([]);
    for (const { table, onDelete } of links) expect([table, onDelete]).toEqual([table, 'CASCADE']);
  });

  test('rows of an unknown table return with a split', async () => {
    const one = await addDeal(tomas);
    const two = await addDeal(tomas);
    const other = new SQLite(getDatabasePath(process.env.DATABASE_URL!));
    other.exec(
      `create table links (id integer primary key, deal integer not null references pipelines(id) on delete cascade);
     insert into links values (7, ${two});`,
    );
    const { id } = await mergeDeals(tomas, one, { otherId: two });
    expect(other.prepare('select * from links').all()).toEqual([]);
    await splitMerge(tomas, one, id);
    expect(other.prepare('select * from links').all()).toEqual([{ id: 7, deal: two }]);
    other.exec('drop table links');
    other.close();
  });

  test('a merge leaves out an undone decision', async () => {
    const one = await addDeal(tomas);
    const two = await addDeal(tomas);
    const said = { reason: null, text: null, lookAgainOn: null };
    await closeDeal(tomas, two, { stage: 'Passed', ...said });
    const [decision] = await db.select().from(decisions).where(eq(decisions.dealId, two));
    await undoOwnOperation(tomas, decision!.operationId);
    await closeDeal(tomas, two, { stage: 'On hold', ...said });
    const { id } = await mergeDeals(tomas, one, { otherId: two });
    const stages = async (deal: number) =>
      (await listDecisions(tomas, deal)).map(({ stage }) => stage);
    expect(await stages(one)).toEqual(['On hold']);
    await splitMerge(tomas, one, id);
    expect([await stages(one), await stages(two)]).toEqual([[], ['On hold']]);
    expect(await db.$count(decisions, eq(decisions.dealId, two))).toBe(2);
  });
});
