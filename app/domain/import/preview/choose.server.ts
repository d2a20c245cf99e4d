import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  type DoubtfulCell,
  type FieldValue,
  type ImportRow,
  importRows,
  type RowChoice,
  type RowKind,
  type RowOutcome,
} from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getIdleImport } from '~/domain/import/record/lock.server';
import { badRequest } from '~/errors';
import { resolveCheck } from './checks.server';
import { describeMissingFields } from './missing-fields';
import { listAllowedChoices } from './row-choices';

export type ConflictChoice = 'mine' | 'theirs';

export type RowChoices =
  | { kind: RowKind; choice: RowChoice }
  | { kind: 'conflict'; take: ConflictChoice }
  | {
      rows: { n: number; choice: RowChoice }[];
      fields: { n: number; field: string; take: ConflictChoice }[];
      checks: { check: DoubtfulCell; to: FieldValue }[];
    };

export async function chooseRows(viewer: Viewer, id: number, choices: RowChoices): Promise<void> {
  await transaction(async (tx) => {
    await getIdleImport(tx, viewer, id, ['preview']);
    if (!('kind' in choices)) return chooseSingleRows(tx, id, choices);
    if ('take' in choices) return chooseAllConflicts(tx, id, choices.take);
    const isMatched = await hasMatchedRows(tx, id, choices.kind);
    assertAllowed(choices, { isMatched, subject: 'Each of these rows' });
    if (choices.choice === 'create') await assertNoneIncomplete(tx, id, choices.kind);
    await saveChoice(tx, isMatchedRow(id, choices.kind), choices);
  });
}

/** Chooses for rows that match a deal; those that equal it are created if chosen, else skipped. */
export async function chooseDuplicates(
  viewer: Viewer,
  id: number,
  choice: RowChoice,
): Promise<void> {
  await transaction(async (tx) => {
    await getIdleImport(tx, viewer, id, ['preview']);
    await saveChoice(tx, isMatchedRow(id, 'duplicate'), { choice });
    if (choice === 'create') await saveChoice(tx, isMatchedRow(id, 'unchanged'), { choice });
  });
}

/** Leaves out unchanged rows of an export, which name their deal. */
function isMatchedRow(id: number, kind: RowKind) {
  const matches = isNotNull(sql`${importRows.outcome} ->> '$.duplicates'`);
  const isKind = and(eq(importRows.importId, id), eq(importRows.kind, kind));
  return kind === 'unchanged' ? and(isKind, matches) : isKind;
}

async function hasMatchedRows(tx: Db, id: number, kind: RowKind): Promise<boolean> {
  return kind !== 'unchanged' || (await tx.$count(importRows, isMatchedRow(id, kind))) > 0;
}

const CHOICE_PHRASES: Record<RowChoice, string> = {
  create: 'become a new deal',
  update: 'update a deal',
  fill: 'fill in the empty fields of a deal',
  skip: 'be skipped',
};

const REASONS_BY_KIND: Record<RowKind, string> = {
  new: 'is about no existing deal',
  changed: 'is about an existing deal',
  unchanged: 'equals its deal',
  conflict: 'is about an existing deal',
  duplicate: 'may be about an existing deal',
  error: 'has an error',
  leftOut: 'is left out of the import',
};

function assertAllowed(
  { kind, choice }: { kind: RowKind; choice: RowChoice },
  { isMatched, subject }: { isMatched: boolean; subject: string },
): void {
  const isRefused = kind === 'unchanged' && choice === 'create' && !isMatched;
  if (isRefused || !listAllowedChoices(kind).includes(choice))
    throw badRequest(`${subject} cannot ${CHOICE_PHRASES[choice]}: it ${REASONS_BY_KIND[kind]}.`);
}

async function assertNoneIncomplete(tx: Db, id: number, kind: RowKind): Promise<void> {
  const isIncomplete = isNotNull(sql`${importRows.outcome} ->> '$.missingFields'`);
  const [row] = await tx
    .select({ outcome: importRows.outcome })
    .from(importRows)
    .where(and(isMatchedRow(id, kind), isIncomplete))
    .orderBy(importRows.n)
    .limit(1);
  assertComplete(row?.outcome ?? undefined);
}

function assertComplete(outcome: RowOutcome | undefined): void {
  if (!outcome?.missingFields) return;
  throw badRequest(describeMissingFields(outcome.name, outcome.missingFields));
}

async function saveChoice(
  tx: Db,
  rows: ReturnType<typeof and>,
  { choice }: { choice: RowChoice },
): Promise<void> {
  const isDifferent = or(isNull(importRows.choice), ne(importRows.choice, choice));
  await tx.update(importRows).set({ choice }).where(and(rows, isDifferent));
}

type SingleChoices = Extract<RowChoices, { rows: unknown }>;

async function chooseSingleRows(
  tx: Db,
  id: number,
  { rows, fields, checks }: SingleChoices,
): Promise<void> {
  for (const { check, to } of checks) await resolveCheck(tx, id, check, to);
  const numbers = [...new Set([...rows, ...fields].map(({ n }) => n))];
  const listed = await tx
    .select({
      n: importRows.n,
      row: importRows.row,
      kind: importRows.kind,
      outcome: importRows.outcome,
    })
    .from(importRows)
    .where(and(eq(importRows.importId, id), inArray(importRows.n, numbers)));
  const rowsByNumber = new Map(listed.map((row) => [row.n, row]));
  for (const { n, choice } of rows) {
    const { kind, outcome, row } = rowsByNumber.get(n) ?? {};
    if (!kind) throw badRequest('A chosen row is not in the preview.');
    const isMatched = outcome?.duplicates !== undefined;
    assertAllowed({ kind, choice }, { isMatched, subject: `Row ${row}` });
    if (choice === 'create') assertComplete(outcome ?? undefined);
  }
  for (const choice of new Set(rows.map((row) => row.choice))) {
    const chosen = rows.filter((row) => row.choice === choice).map(({ n }) => n);
    await saveChoice(tx, and(eq(importRows.importId, id), inArray(importRows.n, chosen)), {
      choice,
    });
  }
  for (const row of listed) {
    const takes = new Map(
      fields.filter(({ n }) => n === row.n).map(({ field, take }) => [field, take]),
    );
    if (takes.size) await chooseFields(tx, id, row, (field) => takes.get(field));
  }
}

async function chooseFields(
  tx: Db,
  id: number,
  { n, outcome }: Pick<ImportRow, 'n' | 'outcome'>,
  getChoice: (field: string) => ConflictChoice | undefined,
): Promise<void> {
  if (!outcome) return;
  const fields = outcome.fields.map((change) =>
    change.isConflict ? { ...change, take: getChoice(change.field) ?? change.take } : change,
  );
  if (fields.every(({ take }, i) => take === outcome.fields[i]!.take)) return;
  await tx
    .update(importRows)
    .set({ outcome: { ...outcome, fields } })
    .where(and(eq(importRows.importId, id), eq(importRows.n, n)));
}

async function chooseAllConflicts(tx: Db, id: number, take: ConflictChoice): Promise<void> {
  const rows = await tx
    .select({ n: importRows.n, outcome: importRows.outcome })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.kind, 'conflict')));
  for (const row of rows) await chooseFields(tx, id, row, () => take);
}
