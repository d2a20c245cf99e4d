import { and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import { type Import, importRows, type RowKind, type RowOutcome } from '#db/schema';
import type { CustomFieldName } from '~/domain/custom-field/names';
import { getRowChoice } from '~/domain/import/preview/row-choices';
import type { ApplyContext } from './context.server';

export interface ChosenRow {
  n: number;
  holds: 'deals' | 'evaluations';
  kind: Exclude<RowKind, 'error' | 'leftOut'>;
  choice: 'create' | 'update' | 'fill';
  dealId: number | null;
  outcome: RowOutcome;
}

/** Bounds memory: a row may hold 60,000 characters. */
const MAX_APPLIED_ROWS = 32;

export const isChosen = or(
  and(
    inArray(importRows.kind, ['new', 'changed', 'conflict', 'duplicate']),
    or(isNull(importRows.choice), ne(importRows.choice, 'skip')),
  ),
  and(eq(importRows.kind, 'unchanged'), eq(importRows.choice, 'create')),
);

export async function* iterateChosenRows(
  { tx, newFieldNames }: Pick<ApplyContext, 'tx' | 'newFieldNames'>,
  { id, sheets }: Pick<Import, 'id' | 'sheets'>,
): AsyncGenerator<ChosenRow[]> {
  const { n, sheet, kind, choice, dealId, outcome } = importRows;
  for (let after = 0; ;) {
    const rows = await tx
      .select({ n, sheet, kind, choice, dealId, outcome })
      .from(importRows)
      .where(and(eq(importRows.importId, id), gt(n, after), isChosen))
      .orderBy(n)
      .limit(MAX_APPLIED_ROWS);
    yield rows.flatMap(({ sheet, kind, choice, ...row }) => {
      const holds = sheets[sheet]?.holds;
      const chosen = getRowChoice(kind!, choice);
      if (!holds || holds === 'ignored' || !row.outcome || chosen === 'skip') return [];
      const outcome = resolveNewFieldNames(row.outcome, newFieldNames);
      return [{ ...row, outcome, holds, kind: kind as ChosenRow['kind'], choice: chosen }];
    });
    if (rows.length < MAX_APPLIED_ROWS) return;
    after = rows.at(-1)!.n;
  }
}

function resolveNewFieldNames(
  outcome: RowOutcome,
  newFieldNames: Map<string, CustomFieldName>,
): RowOutcome {
  if (!newFieldNames.size) return outcome;
  const resolveName = (field: string) => newFieldNames.get(field) ?? field;
  return {
    ...outcome,
    values: Object.fromEntries(
      Object.entries(outcome.values).map(([field, value]) => [resolveName(field), value]),
    ),
    fields: outcome.fields.map((change) => ({ ...change, field: resolveName(change.field) })),
  };
}
