import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  type CustomField,
  type Import,
  importRows,
  type ImportSheet,
  type NewImportField,
} from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { insertCustomField } from '~/domain/custom-field/create.server';
import { MAX_FIELD_NAME_LENGTH } from '~/domain/custom-field/limits';
import { isActiveField, queryCustomFields } from '~/domain/custom-field/list.server';
import {
  type CustomFieldName,
  parseCustomFieldName,
  toCustomFieldName,
} from '~/domain/custom-field/names';
import { findLimitProblem, findNameProblem } from '~/domain/custom-field/rules.server';
import { FieldName } from '~/domain/custom-field/schema';
import { getDecimalSeparator } from '~/domain/import/values/separators';
import { truncate } from '~/domain/text/text';
import { badRequest, conflict, invalid } from '~/errors';
import { guessFieldKind } from './guess-field-kind';
import { getNewFieldTarget, KEEP_AS_FIELD } from './targets';
import type { ColumnProblem, SheetMapping } from './validate';

const MAX_SAMPLE_ROWS = 1_000;

function createPlannedField({ name, kind }: NewImportField, target: string): CustomField {
  return {
    key: parseCustomFieldName(target)!,
    name,
    kind,
    hint: null,
    section: null,
    isRequired: false,
    options: [],
    position: 0,
    archivedAt: null,
  };
}

export function listNewFields({ sheets }: Pick<Import, 'sheets'>): CustomField[] {
  return sheets.flatMap(({ newFields = {} }, sheet) =>
    Object.entries(newFields).map(([column, field]) =>
      createPlannedField(field, getNewFieldTarget(sheet, Number(column))),
    ),
  );
}

export function listNewFieldProblems(
  fields: CustomField[],
  sheets: Pick<ImportSheet, 'headers'>[],
  chosen: SheetMapping[],
): ColumnProblem[] {
  const added: CustomField[] = [];
  const problems: ColumnProblem[] = [];
  for (const [sheet, choices] of chosen.entries()) {
    for (const [column, target] of choices.targets.entries()) {
      if (target !== KEEP_AS_FIELD.key || choices.holds === 'ignored') continue;
      const name = getNewFieldName(sheets[sheet]!, choices, column);
      const parsed = FieldName.safeParse(name);
      const taken = findNameProblem([...fields, ...added], name);
      const message = parsed.success
        ? taken && `${taken.replace(/\.?$/, '.')} Enter another name.`
        : parsed.error.issues[0]!.message;
      if (message) problems.push({ sheet, column, message });
      added.push(createPlannedField({ name, kind: 'text' }, getNewFieldTarget(sheet, column)));
    }
  }
  const noRoom = added.length ? findLimitProblem(fields, added.length) : undefined;
  return noRoom ? [{ sheet: 0, message: noRoom }, ...problems] : problems;
}

export function getNewFieldName(
  { headers }: Pick<ImportSheet, 'headers'>,
  { newNames = {} }: SheetMapping,
  column: number,
): string {
  return (newNames[column] ?? truncate(headers[column] ?? '', MAX_FIELD_NAME_LENGTH)).trim();
}

/**
 * Plans the fields for "Keep as a new field" by sheet and column, with the kind of their values.
 * Throws 400 unless the viewer is staff, for unknown fields and for taken names.
 */
export async function planNewFields(
  tx: Db,
  viewer: Viewer,
  { id, sheets }: Pick<Import, 'id' | 'sheets'>,
  chosen: SheetMapping[],
): Promise<Record<number, NewImportField>[]> {
  const fields = await queryCustomFields(tx);
  const keys = fields.filter(isActiveField).map(({ key }) => key);
  const plans: Record<number, NewImportField>[] = [];
  for (const [sheet, choices] of chosen.entries()) {
    const plan: Record<number, NewImportField> = {};
    plans.push(plan);
    for (const target of choices.targets) {
      const key = parseCustomFieldName(target ?? '');
      if (key !== undefined && !keys.includes(key))
        throw badRequest(
          'A field has been archived in the meantime. Please choose the columns again.',
        );
    }
    if (!choices.targets.includes(KEEP_AS_FIELD.key) || choices.holds === 'ignored') continue;
    if (!isStaff(viewer))
      throw badRequest('Only managers and admins can keep columns as new fields.');
    const rows = await listSampleCells(tx, id, sheet);
    for (const [column, target] of choices.targets.entries()) {
      if (target !== KEEP_AS_FIELD.key) continue;
      const name = getNewFieldName(sheets[sheet]!, choices, column);
      const cells = rows.map((row) => row[column] ?? null);
      const { chosenSeparators } = choices;
      const separator = getDecimalSeparator({ ...sheets[sheet]!, chosenSeparators }, column);
      plan[column] = { name, kind: guessFieldKind(name, cells, separator) };
    }
  }
  const problems = listNewFieldProblems(fields, sheets, chosen);
  if (problems.length)
    throw invalid(problems.map(({ sheet, message }) => ({ path: `sheets.${sheet}`, message })));
  return plans;
}

/** Throws 409 for a name that was taken since the preview. */
export async function createNewFields(
  tx: Db,
  viewer: Viewer,
  importRecord: Pick<Import, 'sheets'>,
): Promise<Map<string, CustomFieldName>> {
  const names = new Map<string, CustomFieldName>();
  const fields = await queryCustomFields(tx);
  for (const { key, name, kind } of listNewFields(importRecord)) {
    const taken = findNameProblem(fields, name);
    if (taken)
      throw conflict(
        `The field “${name}” cannot be added. ${taken} Please choose the columns again.`,
      );
    const created = await insertCustomField(tx, viewer, {
      name,
      kind,
      required: false,
      options: [],
    });
    names.set(toCustomFieldName(key), toCustomFieldName(created.key));
  }
  return names;
}

async function listSampleCells(tx: Db, id: number, sheet: number) {
  const rows = await tx
    .select({ cells: importRows.cells })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.sheet, sheet)))
    .orderBy(asc(importRows.n))
    .limit(MAX_SAMPLE_ROWS);
  return rows.map(({ cells }) => cells);
}
