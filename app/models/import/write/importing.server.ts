import { and, eq, gt, inArray, isNull, min, ne, or, sql } from 'drizzle-orm';
import { inChunks, yieldToEventLoop } from '#db/chunks';
import type { Db } from '#db/client';
import {
  type FieldValue,
  type Import,
  importRows,
  pipelines,
  type RowOutcome,
  users,
} from '#db/schema';
import type { Staged } from '#db/staged';
import { unauthorized } from '~/refusal';
import type { Viewer } from '~/models/access';
import type { OwnName } from '~/models/field/values';
import { contactKey } from '~/models/contact/import-fields';
import { isSameValue } from '~/models/history/field-value';
import type { Written } from '~/models/history/write.server';
import { choiceOf, isTaken } from '~/models/import/choices';
import { companyKeys } from '~/models/pipeline/company-key';
import { maySignIn } from '~/models/user/session.server';
import { visibleTo } from '~/models/visibility.server';

/** An import while its rows are written. */
export interface Importing extends Staged {
  viewer: Viewer;
  written: Required<Written>;
  created: number;
  updated: number;
  /** Names of companies that were changed after the preview. */
  outdated: string[];
  /** The names of new fields, by the targets that stand for them in the compared rows. */
  newNames: Map<string, OwnName>;
  /** The deals that were created, by the row's `n`. */
  newDeals: Map<number, number>;
  /** The fields that were written so far, by sheet and deal. */
  done: Map<string, Set<string>>;
  owners: Map<string, Viewer | undefined>;
}

/** The user as stored now; undefined if they can no longer log in. */
async function findUser(tx: Db, userId: string): Promise<Viewer | undefined> {
  const { id, email, firstName, lastName, role, isAdmin } = users;
  const [user] = await tx
    .select({ id, email, firstName, lastName, role, isAdmin })
    .from(users)
    .where(and(eq(id, userId), maySignIn));
  return user;
}

/** Throws 401 if the importer can no longer log in. */
export async function readImporter(tx: Db, viewer: Viewer): Promise<Viewer> {
  const importer = await findUser(tx, viewer.id);
  if (!importer) throw unauthorized();
  return importer;
}

/** Undefined if they cannot log in. */
export async function findOwnerById(
  { tx, owners }: Importing,
  userId: string,
): Promise<Viewer | undefined> {
  if (!owners.has(userId)) owners.set(userId, await findUser(tx, userId));
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
  const accepted = outcome.fields.filter(
    (fieldOutcome) =>
      fieldOutcome.field !== 'owner' &&
      !contactKey(fieldOutcome.field) &&
      isTaken(kind, fieldOutcome) &&
      !isDone(importing, holds, pipelineId!, fieldOutcome.field),
  );
  const now = (field: string) => (before[field] ?? null) as FieldValue;
  if (!accepted.every(({ field, from }) => isSameValue(from, now(field)))) return undefined;
  for (const { field } of accepted) markDone(importing, holds, pipelineId!, field);
  return Object.fromEntries(accepted.map(({ field, to }) => [field, to]));
}

export function isDone({ done }: Importing, holds: string, deal: number, field: string): boolean {
  return done.get(`${holds} ${deal}`)?.has(field) ?? false;
}

export function markDone({ done }: Importing, holds: string, deal: number, field: string): void {
  const key = `${holds} ${deal}`;
  done.set(key, (done.get(key) ?? new Set()).add(field));
}

/** A row that is to be written. */
export interface ChosenRow {
  n: number;
  holds: 'deals' | 'evaluations';
  kind: 'new' | 'changed' | 'conflict' | 'duplicate';
  choice: 'create' | 'update';
  pipelineId: number | null;
  outcome: RowOutcome;
}

/** Rows that are written between two turns of the event loop: one may hold 60,000 characters. */
const CHUNK = 32;
/** Companies that are looked up at a time. */
const LARGE_CHUNK = 500;

const isChosen = and(
  inArray(importRows.kind, ['new', 'changed', 'conflict', 'duplicate']),
  or(isNull(importRows.choice), ne(importRows.choice, 'skip')),
);

/** The rows of an import that are to be written, in the order of the file. */
export async function* chosenRows(
  { tx, newNames }: Pick<Importing, 'tx' | 'newNames'>,
  { id, sheets }: Pick<Import, 'id' | 'sheets'>,
): AsyncGenerator<ChosenRow[]> {
  const { n, sheet, kind, choice, pipelineId, outcome } = importRows;
  for (let after = 0; ; await yieldToEventLoop()) {
    const rows = await tx
      .select({ n, sheet, kind, choice, pipelineId, outcome })
      .from(importRows)
      .where(and(eq(importRows.importId, id), gt(n, after), isChosen))
      .orderBy(n)
      .limit(CHUNK);
    yield rows.flatMap(({ sheet, kind, choice, ...row }) => {
      const holds = sheets[sheet]?.holds;
      const chosen = choiceOf(kind!, choice);
      if (!holds || holds === 'ignored' || !row.outcome || chosen === 'skip') return [];
      const outcome = withNewNames(row.outcome, newNames);
      return [{ ...row, outcome, holds, kind: kind as ChosenRow['kind'], choice: chosen }];
    });
    if (rows.length < CHUNK) return;
    after = rows.at(-1)!.n;
  }
}

function withNewNames(outcome: RowOutcome, newNames: Map<string, OwnName>): RowOutcome {
  if (!newNames.size) return outcome;
  const named = (field: string) => newNames.get(field) ?? field;
  return {
    ...outcome,
    values: Object.fromEntries(
      Object.entries(outcome.values).map(([field, value]) => [named(field), value]),
    ),
    fields: outcome.fields.map((entry) => ({ ...entry, field: named(entry.field) })),
  };
}

/** The companies that were new at the preview, and of which the viewer has a deal by now. */
export async function duplicatedSince(tx: Db, viewer: Viewer, id: number): Promise<string[]> {
  const name = sql<string>`${importRows.outcome} ->> '$.name'`;
  const rows = await tx
    .selectDistinct({ name })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.kind, 'new'), isChosen));
  const keys = new Set(rows.flatMap(({ name }) => companyKeys(name)).filter(Boolean));
  const duplicated: string[] = [];
  for await (const chunk of inChunks([...keys], LARGE_CHUNK)) {
    const deals = await tx
      .select({ name: min(pipelines.companyName) })
      .from(pipelines)
      .where(and(inArray(pipelines.companyKey, chunk), visibleTo(viewer)))
      .groupBy(pipelines.companyKey);
    duplicated.push(...deals.map(({ name }) => name!));
  }
  return duplicated;
}
