import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals } from '#db/schema';
import { parseDealQuery } from '~/address/deal-query';
import { buildDealFilter } from '~/domain/deal/filter.server';
import { SORTS } from '~/domain/deal/sort';
import { type Cast, createCast } from '../../support/cast';
import { explainQueries } from '../../support/query-plans';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});

describe('deals of an import (rule 16.69)', () => {
  test('the list of an import reads only the index of its changes', async () => {
    for (const viewer of [people.ana, people.maren])
      for (const sort of SORTS) {
        const query = parseDealQuery(new URLSearchParams({ import: '7', sort }));
        const isListed = await buildDealFilter(viewer, query);
        const plan = await explainQueries(async () =>
          db.select({ id: deals.id }).from(deals).where(isListed),
        );
        const steps = plan.join('\n');
        expect(steps).toMatch(/SEARCH changes USING (COVERING )?INDEX changes_act/);
        expect(steps).not.toMatch(/SCAN (?:pipelines|changes)/);
      }
  });
});
