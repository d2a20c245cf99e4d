import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import {
  type DoubtfulCell,
  type FieldValue,
  type Import,
  importRows,
  type ImportRow,
  type RowChoice,
  type RowKind,
} from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { pageOf } from '~/models/page';
import { badRequest } from '~/refusal';
import { allowedChoices } from '~/models/import/choices';
import { KINDS } from '~/models/import/labels';
import { lockImport } from '~/models/import/stored.server';
import { settleCheck } from './checks.server';

export type Take = 'mine' | 'theirs';
/** For all rows of a kind, or for single rows and the conflicts in them. */
export type Choices =
  | { kind: RowKind; choice: RowChoice }
  | { kind: 'conflict'; take: Take }
  | {
      rows: { n: number; choice: RowChoice }[];
      fields: { n: number; field: string; take: Take }[];
      checks: { check: DoubtfulCell; to: FieldValue }[];
    };

/**
 * Stores what the user chose. Throws 400 for a choice that a row does not allow, 404, and 409 unless
 * the import is in its preview.
 */
export async function chooseRows(viewer: Viewer, id: number, choices: Choices): Promise<void> {
  await transaction(async (tx) => {
    await lockImport(tx, viewer, id, ['preview']);
    if (!('kind' in choices)) return chooseSingly(tx, id, choices);
    if ('take' in choices) return takeAll(tx, id, choices.take);
    checkAllowed(choices.kind, choices.choice);
    await store(tx, and(eq(importRows.importId, id), eq(importRows.kind, choices.kind)), choices);
  });
}

const NOT_ALLOWED = 'This cannot be done with this row.';

function checkAllowed(kind: RowKind | null, choice: RowChoice): void {
  if (!kind || !allowedChoices(kind).includes(choice)) throw badRequest(NOT_ALLOWED);
}

/** Writes only where something else was chosen. */
async function store(
  tx: Db,
  rows: ReturnType<typeof and>,
  { choice }: { choice: RowChoice },
): Promise<void> {
  const isOther = or(isNull(importRows.choice), ne(importRows.choice, choice));
  await tx.update(importRows).set({ choice }).where(and(rows, isOther));
}

type Single = Extract<Choices, { rows: unknown }>;

async function chooseSingly(tx: Db, id: number, { rows, fields, checks }: Single): Promise<void> {
  for (const { check, to } of checks) await settleCheck(tx, id, check, to);
  const numbers = [...new Set([...rows, ...fields].map(({ n }) => n))];
  const listed = await tx
    .select({ n: importRows.n, kind: importRows.kind, outcome: importRows.outcome })
    .from(importRows)
    .where(and(eq(importRows.importId, id), inArray(importRows.n, numbers)));
  const kinds = new Map(listed.map(({ n, kind }) => [n, kind]));
  for (const { n, choice } of rows) checkAllowed(kinds.get(n) ?? null, choice);
  for (const choice of new Set(rows.map((row) => row.choice))) {
    const chosen = rows.filter((row) => row.choice === choice).map(({ n }) => n);
    await store(tx, and(eq(importRows.importId, id), inArray(importRows.n, chosen)), { choice });
  }
  for (const row of listed) {
    const takes = new Map(
      fields.filter(({ n }) => n === row.n).map((entry) => [entry.field, entry.take]),
    );
    if (takes.size) await takeFields(tx, id, row, (field) => takes.get(field));
  }
}

async function takeFields(
  tx: Db,
  id: number,
  { n, outcome }: Pick<ImportRow, 'n' | 'outcome'>,
  takeOf: (field: string) => Take | undefined,
): Promise<void> {
  if (!outcome) return;
  const fields = outcome.fields.map((entry) =>
    entry.isConflict ? { ...entry, take: takeOf(entry.field) ?? entry.take } : entry,
  );
  if (fields.every(({ take }, i) => take === outcome.fields[i]!.take)) return;
  await tx
    .update(importRows)
    .set({ outcome: { ...outcome, fields } })
    .where(and(eq(importRows.importId, id), eq(importRows.n, n)));
}

async function takeAll(tx: Db, id: number, take: Take): Promise<void> {
  const rows = await tx
    .select({ n: importRows.n, outcome: importRows.outcome })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.kind, 'conflict')));
  for (const row of rows) await takeFields(tx, id, row, () => take);
}

/** What needs attention comes first. */
const ATTENTION: RowKind[] = [
  ...(['conflict', 'duplicate', 'error', 'new', 'changed', 'unchanged', 'leftOut'] as const),
];

/** The kind of row that a page shows: the one in its address, else the first that has rows. */
function kindShown(params: URLSearchParams, counts: Partial<Record<RowKind, number>>): RowKind {
  const chosen = KINDS.find((kind) => kind === params.get('kind'));
  return chosen ?? ATTENTION.find((kind) => counts[kind]) ?? 'new';
}

/** A conflict has many values to choose from, so a page holds fewer. */
export const SIZES: Partial<Record<RowKind, string>> = { conflict: '25' };

/** The kind of rows in the preview's address, and those that are on its page. */
export async function rowsShown(
  { id, counts }: Pick<Import, 'id' | 'counts'>,
  params: URLSearchParams,
) {
  const kind = kindShown(params, counts);
  const page = params.get('page') ?? '1';
  const size = SIZES[kind] ?? '50';
  const { pager, slice } = pageOf(new URLSearchParams({ page, size }), counts[kind] ?? 0);
  const rows = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.kind, kind)))
    .orderBy(asc(importRows.n))
    .limit(slice.limit)
    .offset(slice.offset);
  return { kind, pager, rows };
}
