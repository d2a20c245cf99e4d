import type { Viewer } from '~/models/access';
import { checkMayEdit } from '~/models/fund/administer.server';
import { currentLists, isRequired } from '~/models/lists/list.server';
import { FUND_LISTS } from '~/models/lists/lists';

/** Data of the page of the fund's lists. Throws 403 unless the viewer is an admin. */
export async function listsView(viewer: Viewer) {
  checkMayEdit(viewer);
  const { listed } = await currentLists();
  const lists = FUND_LISTS.map(({ name, title, noun, has, hint }) => ({
    ...{ name, title, noun, has, hint },
    entries: listed(name).map(({ id, name, kind, days }) => ({ id, name, kind, days })),
  }));
  return { lists, reasonIsRequired: await isRequired('reasons') };
}
export type ListView = Awaited<ReturnType<typeof listsView>>['lists'][number];
