import { and, count, eq, lte, min, not, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type Import, importRows, type RowChoice } from '#db/schema';
import { counted } from '~/models/text';
import { badRequest } from '~/refusal';
import { choiceOf } from '~/models/import/choices';
import { SIZES } from './preview.server';
import { isShared, sharedOutcomes } from './shared-deals.server';

const { kind, choice, outcome } = importRows;
/** Whether an update of the row would write any field: see `isTaken`. */
const isWriting = sql<boolean>`
  ${kind} not in ('changed', 'duplicate', 'conflict') or exists (
    select 1 from json_each(${outcome}, '$.fields') as field
    where case
      when coalesce(field.value ->> 'from', '') in ('', '[]')
        and coalesce(field.value ->> 'to', '') in ('', '[]') then false
      when field.value ->> 'take' is not null then field.value ->> 'take' = 'mine'
      when field.value ->> 'isConflict' then false
      else ${kind} <> 'duplicate' or coalesce(field.value ->> 'from', '') in ('', '[]')
    end
  )`.mapWith(Boolean);

/** Whether a value of the row was changed in the file and by somebody else, and none is chosen. */
const isOpen = sql<boolean>`
  ${kind} = 'conflict' and coalesce(${choice}, '') <> 'skip' and exists (
    select 1 from json_each(${outcome}, '$.fields') as field
    where field.value ->> 'isConflict' and field.value ->> 'take' is null
  )`.mapWith(Boolean);

export type Plan = Record<RowChoice | 'open', number>;

/** How many rows the import will create, update and skip, and how many are yet to be decided (rule 16.52). */
export async function plannedRows(found: Pick<Import, 'id' | 'sheets'>): Promise<Plan> {
  const alone = await db
    .select({ kind, choice, isWriting, isOpen, rows: count() })
    .from(importRows)
    .where(and(eq(importRows.importId, found.id), not(isShared(found))))
    .groupBy(kind, choice, isWriting, isOpen);
  const plan = { create: 0, update: 0, skip: 0, open: 0 };
  for (const entry of alone) {
    if (!entry.kind) continue;
    const chosen = choiceOf(entry.kind, entry.choice);
    const done = chosen === 'update' && !entry.isWriting ? 'skip' : chosen;
    plan[entry.isOpen ? 'open' : done] += entry.rows;
  }
  for await (const done of sharedOutcomes(found)) plan[done]++;
  return plan;
}

/** Throws 400 while a conflict is open: nothing is chosen for the user. */
export async function requireDecided(found: Pick<Import, 'id' | 'sheets'>): Promise<void> {
  const { open } = await plannedRows(found);
  if (open)
    throw badRequest(
      `${counted(open, 'row')} ${open === 1 ? 'was' : 'were'} changed in the file and by somebody ` +
        'else. Choose which values to keep, or skip the rows.',
    );
}

/** The query of the preview's page with the first open conflict; undefined without one. */
export async function firstOpen({ id }: Pick<Import, 'id'>): Promise<string | undefined> {
  const isOf = and(eq(importRows.importId, id), eq(kind, 'conflict'));
  const first = db
    .select({ n: min(importRows.n) })
    .from(importRows)
    .where(and(isOf, isOpen));
  const [before] = await db
    .select({ rows: count() })
    .from(importRows)
    .where(and(isOf, lte(importRows.n, first)));
  const page = Math.ceil((before?.rows ?? 0) / Number(SIZES.conflict));
  return page ? `?kind=conflict&page=${page}` : undefined;
}
