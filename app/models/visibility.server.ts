import { type Column, eq, type SQL } from 'drizzle-orm';
import { pipelines } from '#db/schema';
import { isStaff, type Viewer } from './access';

/** Whose pipelines a viewer may see: staff everyone's, a user their own. It is said here alone. */

function onlyOwner(viewer: Viewer): string | undefined {
  return isStaff(viewer) ? undefined : viewer.id;
}

/** The `where` of every query for pipelines; for one about their owners, `owner` is the owner's id. */
export function visibleTo(viewer: Viewer, owner: Column = pipelines.userId): SQL | undefined {
  const only = onlyOwner(viewer);
  return only === undefined ? undefined : eq(owner, only);
}

/** Names in a cache key what the viewer may see. */
export function visibleScope(viewer: Viewer): string {
  return onlyOwner(viewer) ?? 'everything';
}
