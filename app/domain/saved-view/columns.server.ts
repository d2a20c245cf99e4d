import type { Viewer } from '~/domain/access';
import type { CustomFieldName } from '~/domain/custom-field/names';
import { hasDefaultColumns, keepKnownColumns, type ListColumn } from '~/domain/deal/list-columns';
import { getPreferences } from '~/domain/user/preferences.server';

export async function getShownColumns(
  viewer: Viewer,
  chosen: (ListColumn | CustomFieldName)[] | undefined,
): Promise<(ListColumn | CustomFieldName)[] | undefined> {
  const columns = chosen ?? (await getPreferredColumns(viewer));
  return columns && !hasDefaultColumns(columns) ? columns : undefined;
}

async function getPreferredColumns(viewer: Viewer) {
  const { columns } = await getPreferences(viewer);
  return columns ? keepKnownColumns(columns) : undefined;
}
