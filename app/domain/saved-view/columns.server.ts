import type { Viewer } from '~/domain/access';
import type { CustomFieldName } from '~/domain/custom-field/names';
import {
  hasDefaultColumns,
  keepKnownColumns,
  type ListColumn,
  parseColumns,
} from '~/domain/deal/list-columns';
import { getPreferences } from '~/domain/user/preferences.server';

/**
 * Returns the columns in the URL, else those that the viewer prefers; undefined for the default.
 */
export async function getShownColumns(
  viewer: Viewer,
  params: URLSearchParams,
): Promise<(ListColumn | CustomFieldName)[] | undefined> {
  const columns = parseColumns(params.get('columns')) ?? (await getPreferredColumns(viewer));
  return columns && !hasDefaultColumns(columns) ? columns : undefined;
}

async function getPreferredColumns(viewer: Viewer) {
  const { columns } = await getPreferences(viewer);
  return columns ? keepKnownColumns(columns) : undefined;
}
