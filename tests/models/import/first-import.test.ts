import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db } from '#db/client';
import { refreshStatistics } from '#db/statistics';
import { applyImport } from '~/models/import/apply.server';
import { cast } from '../../support/cast';
import { addPreview, newDeal } from '../../support/imports';
import { addPipeline } from '../../support/pipelines';

test('what the first import of a new database brings is known at once to who plans a query', async () => {
  const { ana } = await cast();
  await addPipeline(ana);
  await refreshStatistics();
  const known = () =>
    db.get<{ stat: string }>(
      sql`select stat from sqlite_stat1 where tbl = 'pipelines' and idx = 'pipelines_created'`,
    ).stat;
  expect(known()).toMatch(/^1 /);
  const rows = Array.from({ length: 600 }, (_, n) => newDeal(`Deal ${n}`));
  await applyImport(ana, await addPreview(ana, rows));
  expect(known()).toMatch(/^601 /);
});
