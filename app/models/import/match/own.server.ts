import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  type Import,
  type ImportCell,
  importRows,
  type ImportSheet,
  type OwnField,
} from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { contactKey } from '~/models/contact/import-fields';
import { insertField } from '~/models/field/administer.server';
import { isActive, readFields } from '~/models/field/fields.server';
import { NAME_LIMIT } from '~/models/field/kinds';
import { isLink } from '~/models/field/schema';
import { ownKey, ownName, readOwn } from '~/models/field/values';
import { cellText } from '~/models/import/cell';
import { truncated } from '~/models/text';
import { badRequest } from '~/refusal';
import type { ChosenSheet } from './chosen';
import { plainHeader } from './columns';
import { KEEP, targetsOf } from './targets';

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
function guessedKind(cells: ImportCell[]): OwnField['kind'] {
  const texts = cells.map((cell) => cellText(cell).trim());
  const filled = texts.filter((text) => text && !NOTHING.test(text));
  const every = (isOf: (text: string) => boolean) => filled.length > 0 && filled.every(isOf);
  const reads = (kind: OwnField['kind']) => (text: string) =>
    readOwn({ kind, options: [] }, text, []) !== undefined;
  if (every((text) => /^\d{4}-\d\d-\d\d$/.test(text))) return 'day';
  if (every((text) => /^(yes|no|true|false|ja|nein|是|否)$/i.test(text))) return 'yesNo';
  if (every(reads('number'))) return 'number';
  if (every(reads('money'))) return 'money';
  if (every(isLink)) return 'link';
  return filled.some((text) => text.length > LONG || text.includes('\n')) ? 'longText' : 'text';
}

/** Rows of a sheet whose values say of which kind a new field is. */
const LOOKED_AT = 1_000;

/**
 * The sheets with fields of the fund's own instead of "Keep as a new field": each is made here, of
 * the kind that its values have. Throws 400 if the viewer is not staff or a field is unknown, and 409
 * for a name that is taken or one field too many.
 */
export async function keepColumns(
  tx: Db,
  viewer: Viewer,
  { id, sheets }: Pick<Import, 'id' | 'sheets'>,
  chosen: ChosenSheet[],
): Promise<ChosenSheet[]> {
  const keys = (await readFields(tx)).filter(isActive).map(({ key }) => key);
  const result: ChosenSheet[] = [];
  for (const [sheet, { holds, targets }] of chosen.entries()) {
    for (const target of targets) {
      const key = ownKey(target ?? '');
      if (key !== undefined && !keys.includes(key))
        throw badRequest('A field has been archived in the meantime. Please choose again.');
    }
    if (!targets.includes(KEEP.key)) {
      result.push({ holds, targets });
      continue;
    }
    if (!isStaff(viewer))
      throw badRequest('Only managers and admins can keep columns as new fields.');
    const rows = await readCells(tx, id, sheet);
    const made = [...targets];
    for (const [column, target] of targets.entries()) {
      if (target !== KEEP.key) continue;
      const name = truncated(sheets[sheet]!.headers[column]!.trim(), NAME_LIMIT);
      const kind = guessedKind(rows.map((cells) => cells[column] ?? null));
      const field = { name, kind, required: false, options: [] };
      made[column] = ownName((await insertField(tx, viewer, field)).key);
    }
    result.push({ holds, targets: made });
  }
  return result;
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
