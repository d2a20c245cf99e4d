import { eq, inArray, or, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { collaborators, deals, imports, users } from '#db/schema';
import { isStaff, type Viewer } from './access';

/**
 * Whose deals a viewer may see: staff everyone's, a user their own and those that they are a
 * colleague on (rules 2.1 and 2.15). Defined only here.
 */

/** The `where` of every query of deals. */
export function visibleTo(viewer: Viewer): SQL | undefined {
  return isStaff(viewer) ? undefined : or(eq(deals.userId, viewer.id), isSharedWith(viewer.id));
}

/** The condition for deals that the user is a colleague on. */
export function isSharedWith(userId: string): SQL {
  const { pipelineId } = collaborators;
  const shared = db
    .select({ pipelineId })
    .from(collaborators)
    .where(eq(collaborators.userId, userId));
  return inArray(deals.id, shared);
}

/** The condition for deals that the viewer may delete, hand over and add people to (rule 2.15). */
export function manageableBy(viewer: Viewer): SQL | undefined {
  return isStaff(viewer) ? undefined : eq(deals.userId, viewer.id);
}

/** The `where` of a query of the visible deals' owners. */
export function visibleOwners(viewer: Viewer): SQL | undefined {
  if (isStaff(viewer)) return undefined;
  const { userId } = deals;
  const owners = db.select({ userId }).from(deals).where(isSharedWith(viewer.id));
  return or(eq(users.id, viewer.id), inArray(users.id, owners));
}

/** The part of a cache key that stands for what the viewer may see. */
export function getVisibilityKey(viewer: Viewer): string {
  return isStaff(viewer) ? 'everything' : viewer.id;
}

/** Its importer's; of others' imports, staff see those that were completed. */
export function visibleImports(viewer: Viewer) {
  const isOwn = eq(imports.userId, viewer.id);
  return isStaff(viewer) ? or(isOwn, eq(imports.state, 'done')) : isOwn;
}
