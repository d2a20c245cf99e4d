import { and, eq, sql } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import { db } from '#db/client';
import { importRows } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { computeCompanyKeys } from '~/domain/deal/company-key';
import { findDealsByCompany } from '~/domain/import/preview/deal-lookup.server';
import { isChosen } from './chosen-rows.server';

const MAX_CHUNK_COMPANIES = 500;

/** Lists companies of rows that were new in the preview and that the viewer can see a deal of by now. */
export async function listCompaniesAddedSincePreview(
  viewer: Viewer,
  importId: number,
): Promise<string[]> {
  const company = sql<string>`${importRows.outcome} ->> '$.name'`;
  const rows = await db
    .selectDistinct({ company })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), eq(importRows.kind, 'new'), isChosen));
  const added: string[] = [];
  for await (const chunk of iterateChunks(rows, MAX_CHUNK_COMPANIES)) {
    const companies = chunk.map(({ company }) => ({
      company,
      companyKeys: computeCompanyKeys(company).filter(Boolean),
    }));
    const matches = await findDealsByCompany(viewer, companies, 1, db);
    for (const [deal] of matches.values()) if (deal) added.push(deal.companyName);
  }
  return added;
}
