import type { Viewer } from '~/models/access';
import type { OwnName } from '~/models/field/values';
import { type Column, isDefault, knownColumns, readColumns } from '~/models/pipeline/columns';
import { getPreferences } from '~/models/user/preferences.server';

/** The columns that a list shows: the address's, else the viewer's; undefined for the default. */
export async function shownColumns(
  viewer: Viewer,
  params: URLSearchParams,
): Promise<(Column | OwnName)[] | undefined> {
  const columns = readColumns(params.get('columns')) ?? (await ownColumns(viewer));
  return columns && !isDefault(columns) ? columns : undefined;
}

async function ownColumns(viewer: Viewer) {
  const { columns } = await getPreferences(viewer);
  return columns ? knownColumns(columns) : undefined;
}
