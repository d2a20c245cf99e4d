import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  type Import,
  type ImportCell,
  importRows,
  type ImportSheet,
  type NewImportField,
  type OwnField,
} from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { contactKey } from '~/models/contact/import-fields';
import { insertField, nameProblem, roomProblem } from '~/models/field/administer.server';
import { isActive, readFields } from '~/models/field/fields.server';
import { NAME_LIMIT } from '~/models/field/kinds';
import { FieldName, isLink } from '~/models/field/schema';
import { ownKey, type OwnName, ownName, readOwn } from '~/models/field/values';
import { cellText, isLinkedCell } from '~/models/import/cell';
import { webAddressIn } from '~/models/import/compare/addresses';
import { truncated } from '~/models/text';
import { badRequest, invalid } from '~/refusal';
import type { ChosenSheet, ColumnProblem } from './chosen';
import { plainHeader } from './columns';
import { KEEP, newFieldTarget, targetsOf } from './targets';

/** Columns and the fund's own fields. */

type Sheet = Pick<ImportSheet, 'holds' | 'headers' | 'targets'>;

/**
 * The targets with the own fields that columns are called like, unless a specified field is (an own
 * "Contact email" goes before that of a contact); those that are archived by now are left out.
 */
export function withOwnTargets({ holds, headers, targets }: Sheet, fields: OwnField[]) {
  if (holds !== 'deals') return targets;
  const keys = new Set(fields.map(({ key }) => key));
  const specified = new Set(
    targetsOf('deals').flatMap(({ key, label }) => (contactKey(key) ? [] : plainHeader(label))),
  );
  const called = new Map(fields.map(({ key, name }) => [plainHeader(name), ownName(key)]));
  const known = targets.map((target) => {
    const key = ownKey(target ?? '');
    return key !== undefined && !keys.has(key) ? null : target;
  });
  for (const [i, header] of headers.entries()) {
    const plain = plainHeader(header);
    const own = specified.has(plain) ? undefined : called.get(plain);
    if (own && !known.includes(own)) known[i] = own;
  }
  return known;
}

/** What stands where there is no value. */
const NOTHING = /^(?:[-–—]+|n\/?a|tbd|tba)$/i;
const LONG = 200;

/** The kind that all of these cells have; text where there is none. */
function guessedKind(header: string, cells: ImportCell[]): OwnField['kind'] {
  const texts = cells.map((cell) => cellText(cell).trim());
  const filled = texts.filter((text) => text && !NOTHING.test(text));
  const every = (isOf: (text: string) => boolean) => filled.length > 0 && filled.every(isOf);
  const reads = (kind: OwnField['kind']) => (text: string) =>
    readOwn({ kind, options: [] }, text, []) !== undefined;
  if (every((text) => /^\d{4}-\d\d-\d\d$/.test(text))) return 'day';
  if (every((text) => /^(yes|no|true|false|ja|nein|是|否)$/i.test(text))) return 'yesNo';
  if (every(reads('number'))) return 'number';
  if (every(reads('money'))) return 'money';
  const namesLinks = /web|url|site|link|domain/i.test(header);
  const addresses = cells
    .filter((cell) => cellText(cell).trim())
    .map((cell) => (namesLinks || isLinkedCell(cell) ? webAddressIn(cell) : cellText(cell).trim()));
  const links = addresses.filter((text) => !NOTHING.test(text));
  if (links.length > 0 && links.every(isLink)) return 'link';
  return filled.some((text) => text.length > LONG || text.includes('\n')) ? 'longText' : 'text';
}

/** Rows of a sheet whose values say of which kind a new field is. */
const LOOKED_AT = 1_000;

/** A field that an import will create: compared like one that is there already. */
function newField({ name, kind }: NewImportField, target: string): OwnField {
  return {
    key: ownKey(target)!,
    ...{ name, kind, hint: null, section: null, isRequired: false, options: [] },
    ...{ position: 0, archivedAt: null },
  };
}

/** The fields that an import will create, with the target that stands for each until then. */
export function newFieldsOf({ sheets }: Pick<Import, 'sheets'>): OwnField[] {
  return sheets.flatMap(({ newFields = {} }, sheet) =>
    Object.entries(newFields).map(([column, field]) =>
      newField(field, newFieldTarget(sheet, Number(column))),
    ),
  );
}

/** What is wrong with the names of new fields, at their columns (rule 16.101). */
export function newFieldProblems(
  fields: OwnField[],
  sheets: Pick<ImportSheet, 'headers'>[],
  chosen: ChosenSheet[],
): ColumnProblem[] {
  const added: OwnField[] = [];
  const problems: ColumnProblem[] = [];
  for (const [sheet, choices] of chosen.entries()) {
    for (const [column, target] of choices.targets.entries()) {
      if (target !== KEEP.key || choices.holds === 'ignored') continue;
      const name = newFieldName(sheets[sheet]!, choices, column);
      const parsed = FieldName.safeParse(name);
      const problem = parsed.success
        ? nameProblem([...fields, ...added], name)
        : parsed.error.issues[0]!.message;
      if (problem)
        problems.push({
          sheet,
          column,
          message: `${problem.replace(/\.?$/, '.')} Enter another name.`,
        });
      added.push(newField({ name, kind: 'text' }, newFieldTarget(sheet, column)));
    }
  }
  const noRoom = added.length ? roomProblem(fields, added.length) : undefined;
  return noRoom ? [{ sheet: 0, message: noRoom }, ...problems] : problems;
}

/** As entered, else as the column is headed. */
export function newFieldName(
  { headers }: Pick<ImportSheet, 'headers'>,
  { newNames = {} }: ChosenSheet,
  column: number,
): string {
  return (newNames[column] ?? truncated(headers[column] ?? '', NAME_LIMIT)).trim();
}

/**
 * By sheet and column, the fields that the import will create for "Keep as a new field", each of the
 * kind that its values have. Throws 400 if the viewer is not staff, a field is unknown or a name taken.
 */
export async function planNewFields(
  tx: Db,
  viewer: Viewer,
  { id, sheets }: Pick<Import, 'id' | 'sheets'>,
  chosen: ChosenSheet[],
): Promise<Record<number, NewImportField>[]> {
  const fields = await readFields(tx);
  const keys = fields.filter(isActive).map(({ key }) => key);
  const plans: Record<number, NewImportField>[] = [];
  for (const [sheet, choices] of chosen.entries()) {
    const plan: Record<number, NewImportField> = {};
    plans.push(plan);
    for (const target of choices.targets) {
      const key = ownKey(target ?? '');
      if (key !== undefined && !keys.includes(key))
        throw badRequest('A field has been archived in the meantime. Please choose again.');
    }
    if (!choices.targets.includes(KEEP.key) || choices.holds === 'ignored') continue;
    if (!isStaff(viewer))
      throw badRequest('Only managers and admins can keep columns as new fields.');
    const rows = await readCells(tx, id, sheet);
    for (const [column, target] of choices.targets.entries()) {
      if (target !== KEEP.key) continue;
      const name = newFieldName(sheets[sheet]!, choices, column);
      const cells = rows.map((row) => row[column] ?? null);
      plan[column] = { name, kind: guessedKind(name, cells) };
    }
  }
  const problems = newFieldProblems(fields, sheets, chosen);
  if (problems.length)
    throw invalid(problems.map(({ sheet, message }) => ({ path: `sheets.${sheet}`, message })));
  return plans;
}

/** Creates the new fields of an import. Returns the name of each by the target that stood for it. */
export async function createNewFields(
  tx: Db,
  viewer: Viewer,
  importRecord: Pick<Import, 'sheets'>,
): Promise<Map<string, OwnName>> {
  const names = new Map<string, OwnName>();
  for (const { key, name, kind } of newFieldsOf(importRecord)) {
    const created = await insertField(tx, viewer, { name, kind, required: false, options: [] });
    names.set(ownName(key), ownName(created.key));
  }
  return names;
}

async function readCells(tx: Db, id: number, sheet: number) {
  const rows = await tx
    .select({ cells: importRows.cells })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.sheet, sheet)))
    .orderBy(asc(importRows.n))
    .limit(LOOKED_AT);
  return rows.map(({ cells }) => cells);
}
