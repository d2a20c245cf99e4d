import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Import, importRows } from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { insertField } from '~/models/field/administer.server';
import { isActive, readFields } from '~/models/field/fields.server';
import { NAME_LIMIT } from '~/models/field/kinds';
import { ownKey, ownName } from '~/models/field/values';
import { truncated } from '~/models/text';
import { badRequest } from '~/refusal';
import type { ChosenSheet } from './chosen';
import { guessedKind } from './own';
import { KEEP } from './targets';

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
  const kept: ChosenSheet[] = [];
  for (const [sheet, { holds, targets }] of chosen.entries()) {
    for (const target of targets) {
      const key = ownKey(target ?? '');
      if (key !== undefined && !keys.includes(key))
        throw badRequest('A field has been archived meanwhile. Please choose again.');
    }
    if (!targets.includes(KEEP.key)) {
      kept.push({ holds, targets });
      continue;
    }
    if (!isStaff(viewer)) throw badRequest('Only managers and admins keep columns as new fields.');
    const rows = await readCells(tx, id, sheet);
    const made = [...targets];
    for (const [column, target] of targets.entries()) {
      if (target !== KEEP.key) continue;
      const name = truncated(sheets[sheet]!.headers[column]!.trim(), NAME_LIMIT);
      const kind = guessedKind(rows.map((cells) => cells[column] ?? null));
      const field = { name, kind, required: false, options: [] };
      made[column] = ownName((await insertField(tx, viewer, field)).key);
    }
    kept.push({ holds, targets: made });
  }
  return kept;
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
