import type { Viewer } from '~/models/access';
import { type Column, COLUMNS, knownColumns, readColumns } from '~/models/pipeline/columns';
import { getPreferences } from '~/models/user/preferences.server';

/** The columns that a list shows: the address's, else the viewer's; undefined for all. */
export async function shownColumns(
  viewer: Viewer,
  params: URLSearchParams,
): Promise<Column[] | undefined> {
  const columns = readColumns(params.get('columns')) ?? (await ownColumns(viewer));
  return columns?.length === COLUMNS.length ? undefined : columns;
}

async function ownColumns(viewer: Viewer): Promise<Column[] | undefined> {
  const { columns } = await getPreferences(viewer);
  return columns ? knownColumns(columns) : undefined;
}
