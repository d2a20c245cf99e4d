import type { Viewer } from '~/models/access';
import { findImportName } from '~/models/import/stored.server';
import { type ActiveFilter, activeFilters } from '~/models/pipeline/active-filters';
import type { PipelineQuery } from '~/models/pipeline/query';
import { shortName } from '~/models/text';
import { findOwner } from '~/models/user/owners.server';
import { ownFilters } from './own.server';

/** The filters of a list in words, for its chips and its printout. */
export async function filtersView(
  viewer: Viewer,
  query: PipelineQuery,
  ownerLabel = 'Owner',
): Promise<ActiveFilter[]> {
  const [owner, importName, own] = await Promise.all([
    query.userId ? findOwner(viewer, query.userId) : undefined,
    query.importId ? findImportName(viewer, query.importId) : undefined,
    ownFilters(query),
  ]);
  const names = { ownerLabel, owner: owner && shortName(owner), importName };
  return [...activeFilters(query, names), ...own];
}
