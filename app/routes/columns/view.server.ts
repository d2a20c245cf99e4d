import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseColumns } from '~/address/columns';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { DEFAULT_LIST_COLUMNS, LIST_COLUMNS } from '~/domain/deal/list-columns';
import { getShownColumns } from '~/domain/saved-view/columns.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';

export const HOME_PATH = '/dashboard';

/** Splits the query off, as a view's columns are in its address. */
export function splitPath(back: string) {
  const [pathname = HOME_PATH, search] = back.split('?', 2);
  const params = new URLSearchParams(search);
  return { pathname, params, isOfView: params.has('view') || params.has('columns') };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const back = parseSafePath(searchParams.get('back')) ?? HOME_PATH;
  const { params, isOfView } = splitPath(back);
  const shown: readonly string[] =
    (await getShownColumns(viewer, parseColumns(params.get('columns')))) ?? DEFAULT_LIST_COLUMNS;
  const customColumns = (await listActiveCustomFields()).map(({ key, name }) => ({
    key: toCustomFieldName(key),
    label: name,
  }));
  const all = [...LIST_COLUMNS, ...customColumns];
  const shownColumns = shown.flatMap((key) => all.find((column) => column.key === key) ?? []);
  const hiddenColumns = all.filter(({ key }) => !shown.includes(key));
  return { back, isOfView, shownColumns, hiddenColumns, moved: searchParams.get('moved') };
}
