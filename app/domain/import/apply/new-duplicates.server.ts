import { and, eq, min, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { deals, importRows } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { computeCompanyKeys } from '~/domain/deal/company-key';
import { visibleTo } from '~/domain/visibility.server';
import { isChosen } from './chosen-rows.server';

export async function listDealsCreatedSince(tx: Db, viewer: Viewer, id: number): Promise<string[]> {
  const name = sql<string>`${importRows.outcome} ->> '$.name'`;
  const rows = await tx
    .selectDistinct({ name })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.kind, 'new'), isChosen));
  const keys = new Set(rows.flatMap(({ name }) => computeCompanyKeys(name)).filter(Boolean));
  const isListed = sql`${deals.companyKey} in (select value from json_each(${JSON.stringify([...keys])}))`;
  const duplicated = await tx
    .select({ name: min(deals.companyName) })
    .from(deals)
    .where(and(isListed, visibleTo(viewer)))
    .groupBy(deals.companyKey);
  return duplicated.map(({ name }) => name!);
}
