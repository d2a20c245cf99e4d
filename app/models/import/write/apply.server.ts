import { and, eq, isNotNull } from 'drizzle-orm';
import { db } from '#db/client';
import { type Import, type ImportCounts, importRows, imports } from '#db/schema';
import { type Staged, stagedWrite } from '#db/staged';
import { transaction } from '#db/transaction';
import { conflict } from '~/refusal';
import type { Viewer } from '~/models/access';
import { importAct } from '~/models/history/act';
import { type ChosenRow, chosenRows, deleteRows, doubledSince } from './chosen.server';
import { type Importing, readImporter } from './importing.server';
import { lockImport, ownImport, whileWritten } from '~/models/import/stored.server';
import { createDeals, updateDeals } from './deals.server';
import { writeEvaluations } from './evaluations.server';

/**
 * Writes all rows that are chosen, or nothing. Returns the counts. Throws 404, and 409 unless it is
 * in the state 'preview', or if a chosen deal has been changed since: then it stays in 'preview', to
 * be compared again (`compareImport`).
 */
export async function applyImport(viewer: Viewer, id: number): Promise<ImportCounts> {
  await lockImport(db, viewer, id, ['preview']);
  const counts = await whileWritten(id, () => stagedWrite((staged) => write(viewer, id, staged)));
  await transaction((tx) => deleteRows(tx, id));
  return counts;
}

async function write(viewer: Viewer, id: number, staged: Staged): Promise<ImportCounts> {
  const { tx } = staged;
  staged.takeImport(id);
  const found = await ownImport(tx, viewer, id, ['preview']);
  const importer = await readImporter(tx, viewer);
  const importing: Importing = {
    ...staged,
    viewer: importer,
    written: { at: new Date(), actId: importAct(id) },
    created: 0,
    updated: 0,
    outdated: await doubledSince(db, importer, found),
    newDeals: new Map(),
    done: new Map(),
    owners: new Map(),
  };
  if (!importing.outdated.length) await writeRows(importing, found);
  if (importing.outdated.length) throw conflict(changedSince(importing.outdated));
  const { created, updated, written } = importing;
  // Those of the preview: sheets that are not imported have others.
  const isCompared = and(eq(importRows.importId, id), isNotNull(importRows.kind));
  const rows = await tx.$count(importRows, isCompared);
  const counts = { ...found.counts, created, updated, skipped: rows - created - updated };
  await tx
    .update(imports)
    .set({ state: 'done', counts, importedAt: written.at })
    .where(eq(imports.id, id));
  return counts;
}

async function writeRows(importing: Importing, found: Import): Promise<void> {
  for await (const rows of chosenRows(importing.tx, found)) {
    const deals = rows.filter(({ holds }) => holds === 'deals');
    const isNew = newRowsAmong(importing, deals);
    await createDeals(importing, deals.filter(isNew));
    await updateDeals(
      importing,
      deals
        .filter((row) => !isNew(row))
        .map((row) => ({ ...row, pipelineId: dealOf(importing, row) })),
    );
    await writeEvaluations(
      importing,
      rows.filter(({ holds }) => holds === 'evaluations'),
    );
  }
}

/** Also those that would fill the deal of a row that is skipped. */
function newRowsAmong({ newDeals }: Importing, rows: ChosenRow[]) {
  const found = new Set(newDeals.keys());
  const isNew = new Set<number>();
  for (const { n, choice, outcome } of rows) {
    const first = outcome.sameAs ?? n;
    if (choice === 'update' && (outcome.sameAs === undefined || found.has(first))) continue;
    isNew.add(n);
    found.add(first);
  }
  return ({ n }: ChosenRow) => isNew.has(n);
}

/** Of a row that is about the same company as one before, the deal that this has created. */
function dealOf({ newDeals }: Importing, { pipelineId, outcome }: ChosenRow): number {
  return pipelineId ?? newDeals.get(outcome.sameAs ?? 0) ?? 0;
}

const MAX_NAMED = 3;

function changedSince(names: string[]): string {
  const named = [...new Set(names)];
  const others = named.length - MAX_NAMED;
  const list = [
    ...named.slice(0, MAX_NAMED),
    ...(others > 0 ? [`${others.toLocaleString('en')} more`] : []),
  ];
  const who = new Intl.ListFormat('en').format(list);
  return `Changed since the preview: ${who}. Nothing was imported. Please compare again.`;
}
