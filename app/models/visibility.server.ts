import { type Column, eq, or, type SQL } from 'drizzle-orm';
import { imports, pipelines } from '#db/schema';
import { isStaff, type Viewer } from './access';

/** Whose pipelines a viewer may see: staff everyone's, a user their own. Defined only here. */

/** The one owner whose pipelines a viewer may see; undefined if everyone's. */
export function onlyOwner(viewer: Viewer): string | undefined {
  return isStaff(viewer) ? undefined : viewer.id;
}

/** The `where` of every query of pipelines; for a query of owners, `owner` is their id column. */
export function visibleTo(viewer: Viewer, owner: Column = pipelines.userId): SQL | undefined {
  const only = onlyOwner(viewer);
  return only === undefined ? undefined : eq(owner, only);
}

/** The part of a cache key that stands for what the viewer may see. */
export function visibleScope(viewer: Viewer): string {
  return onlyOwner(viewer) ?? 'everything';
}

/** Its importer's; of others' imports, staff see those that were completed. */
export function visibleImports(viewer: Viewer) {
  const isOwn = eq(imports.userId, viewer.id);
  return isStaff(viewer) ? or(isOwn, eq(imports.state, 'done')) : isOwn;
}
