import type { Viewer } from '~/models/access';
import { checkMayEdit } from '~/models/fund/administer.server';
import { isRequired, readEntries } from '~/models/lists/list.server';
import { FUND_LISTS } from '~/models/lists/lists';

/** Data of the page of the fund's lists. Throws 403 unless the viewer is an admin. */
export async function listsView(viewer: Viewer) {
  checkMayEdit(viewer);
  const lists = await Promise.all(
    FUND_LISTS.map(async ({ name, title, noun, has, daysHint }) => ({
      ...{ name, title, noun, has, daysHint },
      entries: (await readEntries(name)).map(({ id, name, kind, days }) => ({
        ...{ id, name, kind, days },
      })),
    })),
  );
  return { lists, reasonIsRequired: await isRequired('reasons') };
}
export type ListView = Awaited<ReturnType<typeof listsView>>['lists'][number];
