import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type FieldValue, users } from '#db/schema';
import type { Staged } from '#db/staged';
import { unauthorized } from '~/refusal';
import type { Viewer } from '~/models/access';
import { contactKey } from '~/models/contact/import-fields';
import { isSameValue } from '~/models/history/field-value';
import type { Written } from '~/models/history/write.server';
import type { NewOwner } from '~/models/pipeline/hand-over.server';
import { maySignIn } from '~/models/user/session.server';
import { isTaken } from '~/models/import/choices';
import type { ChosenRow } from './chosen.server';

/** An import while its rows are written. */
export interface Importing extends Staged {
  viewer: Viewer;
  written: Required<Written>;
  created: number;
  updated: number;
  /** Names of companies that were changed after the preview. */
  outdated: string[];
  /** The deals that were created, by the row's `n`. */
  newDeals: Map<number, number>;
  /** The fields that were written so far, by sheet and deal. */
  done: Map<string, Set<string>>;
  owners: Map<string, NewOwner | undefined>;
}

/** The importer as stored now. Throws 401 if they cannot log in any more. */
export async function readImporter(tx: Db, viewer: Viewer): Promise<Viewer> {
  const { id, email, firstName, lastName, role, isAdmin } = users;
  const [importer] = await tx
    .select({ id, email, firstName, lastName, role, isAdmin })
    .from(users)
    .where(and(eq(id, viewer.id), maySignIn));
  if (!importer) throw unauthorized();
  return importer;
}

/** Undefined if they cannot log in. */
export async function findOwnerById(
  { tx, owners }: Importing,
  userId: string,
): Promise<NewOwner | undefined> {
  if (!owners.has(userId)) {
    const { id, email, firstName, lastName } = users;
    const [owner] = await tx
      .select({ id, email, firstName, lastName })
      .from(users)
      .where(and(eq(id, userId), maySignIn));
    owners.set(userId, owner);
  }
  return owners.get(userId);
}

/**
 * What an update writes, the owner and the contact left out; undefined if one of these fields is no longer as the
 * preview showed it. Of two rows about the same field the first one counts.
 */
export function takenValues(
  importing: Importing,
  { holds, kind, pipelineId, outcome }: ChosenRow,
  before: Record<string, unknown>,
): Record<string, FieldValue> | undefined {
  const taken = outcome.fields.filter(
    (fieldOutcome) =>
      fieldOutcome.field !== 'owner' &&
      !contactKey(fieldOutcome.field) &&
      isTaken(kind, fieldOutcome) &&
      !isDone(importing, holds, pipelineId!, fieldOutcome.field),
  );
  const now = (field: string) => (before[field] ?? null) as FieldValue;
  if (!taken.every(({ field, from }) => isSameValue(from, now(field)))) return undefined;
  for (const { field } of taken) markDone(importing, holds, pipelineId!, field);
  return Object.fromEntries(taken.map(({ field, to }) => [field, to]));
}

export function isDone({ done }: Importing, holds: string, deal: number, field: string): boolean {
  return done.get(`${holds} ${deal}`)?.has(field) ?? false;
}

export function markDone({ done }: Importing, holds: string, deal: number, field: string): void {
  const key = `${holds} ${deal}`;
  done.set(key, (done.get(key) ?? new Set()).add(field));
}
