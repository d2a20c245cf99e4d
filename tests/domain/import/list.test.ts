import SQLite from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, getDatabasePath } from '#db/client';
import { deals } from '#db/schema';
import { parseDealQuery } from '~/address/deal-query';
import { buildDealFilter } from '~/domain/deal/filter.server';
import { SORTS } from '~/domain/deal/sort';
import { type Cast, createCast } from '../../support/cast';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});

describe('deals of an import (rule 16.69)', () => {
  test('the list of an import reads only the index of its changes', async () => {
    const sqlite = new SQLite(getDatabasePath(process.env.DATABASE_URL!), { readonly: true });
    for (const viewer of [people.ana, people.maren])
      for (const sort of SORTS) {
        const query = parseDealQuery(new URLSearchParams({ import: '7', sort }));
        const { sql, params } = db
          .select({ id: deals.id })
          .from(deals)
          .where(await buildDealFilter(viewer, query))
          .toSQL();
        const plan = sqlite.prepare(`explain query plan ${sql}`).all(...params) as {
          detail: string;
        }[];
        const steps = plan.map(({ detail }) => detail).join('\n');
        expect(steps).toMatch(/SEARCH changes USING (COVERING )?INDEX changes_act/);
      }
    sqlite.close();
  });
});
