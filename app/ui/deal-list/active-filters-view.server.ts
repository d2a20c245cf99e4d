import type { Viewer } from '~/domain/access';
import type { DealQuery } from '~/domain/deal/query';
import { findImportFileName } from '~/domain/import/record/get.server';
import { getShortName } from '~/domain/person/names';
import { findOwner } from '~/domain/user/owners.server';
import { type ActiveFilter, describeActiveFilters } from '~/format/active-filters';
import { describeCustomFieldFilters } from './custom-field-filters.server';

export async function loadActiveFilters(
  viewer: Viewer,
  query: DealQuery,
  ownerLabel = 'Owner',
): Promise<ActiveFilter[]> {
  const [owner, importName, customFilters] = await Promise.all([
    query.userId ? findOwner(viewer, query.userId) : undefined,
    query.importId ? findImportFileName(viewer, query.importId) : undefined,
    describeCustomFieldFilters(query),
  ]);
  const names = { ownerLabel, owner: owner && getShortName(owner), importName };
  return [...describeActiveFilters(query, names), ...customFilters];
}
