import { and, eq, gte, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { collaborators, deals, evaluators, imports, rounds, users } from '#db/schema';
import { isStaff, type Viewer } from './access';
import { getUtcToday } from './date/calendar-day';

/**
 * Only this file defines which deals a viewer may see: staff all, a user their own and those that
 * they collaborate on (rules 2.1 and 2.15).
 */

export function visibleTo(viewer: Viewer): SQL | undefined {
  return isStaff(viewer) ? undefined : or(eq(deals.userId, viewer.id), isSharedWith(viewer.id));
}

/**
 * Matches deals that the viewer may open: also those of an open round that asks them, which are in
 * none of their lists and which they cannot change (rule 32.3).
 */
export function readableBy(viewer: Viewer): SQL | undefined {
  if (isStaff(viewer)) return undefined;
  const asked = db
    .select({ dealId: rounds.dealId })
    .from(evaluators)
    .innerJoin(rounds, eq(rounds.id, evaluators.roundId))
    .where(and(eq(evaluators.userId, viewer.id), isOpenRoundRow()));
  return or(visibleTo(viewer), inArray(deals.id, asked));
}

/** Matches rounds whose scorecards can still be changed; `isOpenRound` checks a loaded row. */
export function isOpenRoundRow(): SQL | undefined {
  return and(isNull(rounds.closedAt), gte(rounds.until, getUtcToday()));
}

export function isSharedWith(userId: string): SQL {
  const { dealId } = collaborators;
  const shared = db.select({ dealId }).from(collaborators).where(eq(collaborators.userId, userId));
  return inArray(deals.id, shared);
}

/** Matches deals that the viewer may delete, transfer and add collaborators to (rule 2.15). */
export function manageableBy(viewer: Viewer): SQL | undefined {
  return isStaff(viewer) ? undefined : eq(deals.userId, viewer.id);
}

export function visibleOwners(viewer: Viewer): SQL | undefined {
  if (isStaff(viewer)) return undefined;
  const { userId } = deals;
  const owners = db.select({ userId }).from(deals).where(isSharedWith(viewer.id));
  return or(eq(users.id, viewer.id), inArray(users.id, owners));
}

export function getVisibilityKey(viewer: Viewer): string {
  return isStaff(viewer) ? 'everything' : viewer.id;
}

export function visibleImports(viewer: Viewer) {
  const isOwn = eq(imports.userId, viewer.id);
  return isStaff(viewer) ? or(isOwn, eq(imports.state, 'done')) : isOwn;
}
