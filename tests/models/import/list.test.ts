import SQLite from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { databasePath, db } from '#db/client';
import { pipelines } from '#db/schema';
import { matching } from '~/models/pipeline/filter.server';
import { readPipelineQuery, SORTS } from '~/models/pipeline/query';
import { type Cast, cast } from '../../support/cast';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});

test('a list of an import reads the index of its changes, and no other deals (rule 16.69)', async () => {
  const sqlite = new SQLite(databasePath(process.env.DATABASE_URL!), { readonly: true });
  for (const viewer of [people.ana, people.maren])
    for (const sort of SORTS) {
      const query = readPipelineQuery(new URLSearchParams({ import: '7', sort }));
      const { sql, params } = db
        .select({ id: pipelines.id })
        .from(pipelines)
        .where(await matching(viewer, query))
        .toSQL();
      const plan = sqlite.prepare(`explain query plan ${sql}`).all(...params) as {
        detail: string;
      }[];
      const steps = plan.map(({ detail }) => detail).join('\n');
      expect(steps).toMatch(/SEARCH changes USING (COVERING )?INDEX changes_act/);
    }
  sqlite.close();
});
