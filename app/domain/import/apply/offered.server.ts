import type { Db } from '#db/client';
import type { CustomField, FieldValue, RowOutcome } from '#db/schema';
import { hasOptions } from '~/domain/custom-field/kinds';
import { isActiveField, queryCustomFields } from '~/domain/custom-field/list.server';
import { parseCustomFieldName } from '~/domain/custom-field/names';
import { loadStageNames } from '~/domain/import/preview/field-lookup.server';
import type { StageNames } from '~/domain/import/values/parse-options';
import { queryOptionLists } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { conflict } from '~/errors';
import { findOfferedReason } from './closing-reason.server';

/** Settings that deals may hold now; admins may have changed them since the preview. */
export interface Offered {
  lists: OptionLists;
  stages: StageNames;
  /** Active custom fields by key. */
  fields: Map<string, CustomField>;
}

export async function loadOffered(tx: Db): Promise<Offered> {
  const lists = await queryOptionLists(tx);
  const fields = (await queryCustomFields(tx)).filter(isActiveField);
  return {
    lists,
    stages: await loadStageNames(tx, lists),
    fields: new Map(fields.map((field) => [field.key, field])),
  };
}

/**
 * Throws 409 if a value of a row is offered no longer, such as a stage that was retired since the
 * preview, or if its stage needs a reason by now.
 */
export function assertOffered(
  offered: Offered,
  row: Pick<RowOutcome, 'name' | 'closingReason'>,
  values: Record<string, FieldValue>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const problem =
      name === 'stage'
        ? findStageProblem(offered, row, value)
        : findFieldProblem(offered.fields, name, value);
    if (problem) throw conflict(`${row.name} cannot be imported: ${problem} Please compare again.`);
  }
}

function findStageProblem(
  { lists, stages }: Offered,
  { closingReason }: Pick<RowOutcome, 'closingReason'>,
  value: FieldValue,
): string | undefined {
  if (typeof value !== 'string' || !value) return undefined;
  const currentName = lists.toCurrentName('stages', value);
  if (!stages.names.includes(currentName)) return `the stage “${value}” was retired.`;
  if (closingReason)
    return findOfferedReason(lists, closingReason)
      ? undefined
      : `the reason “${closingReason}” was retired.`;
  return stages.withReason.includes(currentName) ? `“${value}” needs a reason.` : undefined;
}

function findFieldProblem(
  fields: Offered['fields'],
  name: string,
  value: FieldValue,
): string | undefined {
  const key = parseCustomFieldName(name);
  if (!key || value === null) return undefined;
  const field = fields.get(key);
  if (!field) return 'one of its fields was archived.';
  if (!hasOptions(field.kind)) return undefined;
  const removed = [value].flat().find((option) => !field.options.includes(String(option)));
  return removed === undefined ? undefined : `“${removed}” is no longer a choice of ${field.name}.`;
}
