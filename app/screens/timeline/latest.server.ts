import type { Change } from '#db/schema';
import type { Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { listPipelineHistory } from '~/models/timeline/list.server';
import { cut, itemOf, shownWith, viewOf } from './change.server';

/** The most fields of a change in a line, and the most characters of each value. */
const FIELDS_OF_LINE = 3;
const VALUE_OF_LINE = 60;

/** Changes that are read for each line. */
const MOST_IN_LINE = 3;

/**
 * A deal's latest changes, a line each; contacts and tasks that somebody adds one after the other
 * have one together. Throws 404 if the deal is not visible.
 */
export async function latestChangesView(viewer: Viewer, id: number, locale: Locale, limit: number) {
  const read = { limit: MOST_IN_LINE * limit, offset: 0 };
  const changes = await listPipelineHistory(viewer, id, read);
  const shown = await shownWith(viewer, changes, locale);
  return inLines(changes, limit).map(([change, ...others]) => {
    const { fields, item, ...view } = viewOf(change!, shown);
    const named = change!.act === 'created' ? [] : fields;
    return {
      ...view,
      item: [item, ...others.map(itemOf)].filter(Boolean).join(', ') || undefined,
      fields: named.slice(0, FIELDS_OF_LINE).map(({ label, from, to }) => ({
        label,
        from: cut(from, VALUE_OF_LINE),
        to: cut(to, VALUE_OF_LINE),
      })),
      more: Math.max(0, named.length - FIELDS_OF_LINE),
    };
  });
}

function inLines(changes: Change[], most: number): Change[][] {
  const lines: Change[][] = [];
  for (const change of changes) {
    const line = lines.at(-1);
    if (line && isAddedWith(line[0]!, change)) line.push(change);
    else lines.push([change]);
  }
  return lines.slice(0, most);
}

function isAddedWith(first: Change, change: Change): boolean {
  const isAdded =
    first.act === 'created' && (first.subject === 'contact' || first.subject === 'task');
  const keys = ['subject', 'act', 'actorId'] as const;
  return isAdded && keys.every((key) => first[key] === change[key]);
}

export type LatestChange = Awaited<ReturnType<typeof latestChangesView>>[number];
