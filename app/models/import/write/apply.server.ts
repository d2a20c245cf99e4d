import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { db } from '#db/client';
import {
  evaluations,
  type Import,
  type ImportCounts,
  importRows,
  imports,
  pipelines,
} from '#db/schema';
import { type Staged, stagedWrite } from '#db/staged';
import { transaction } from '#db/transaction';
import { conflict, parse } from '~/refusal';
import type { Viewer } from '~/models/access';
import { EvaluationInput } from '~/models/evaluation/schema';
import { type EvaluationEdit, storeEvaluations } from '~/models/evaluation/write.server';
import { importAct } from '~/models/history/act';
import { visibleTo } from '~/models/visibility.server';
import {
  type ChosenRow,
  chosenRows,
  duplicatedSince,
  type Importing,
  readImporter,
  takenValues,
} from './importing.server';
import { deleteRows, lockImport, ownImport, whileWritten } from '~/models/import/stored.server';
import { withdrawFields } from '~/models/field/administer.server';
import { type OwnName, ownKey } from '~/models/field/values';
import { createNewFields, newFieldsOf } from '~/models/import/match/own.server';
import { createDeals, updateDeals } from './deals.server';

/**
 * Writes all rows that are chosen, or nothing. Returns the counts. Throws 404, and 409 unless it is
 * in the state 'preview', or if a chosen deal has been changed since: then it stays in 'preview', to
 * be compared again (`compareImport`).
 */
export async function applyImport(viewer: Viewer, id: number): Promise<ImportCounts> {
  const importRecord = await lockImport(db, viewer, id, ['preview']);
  const counts = await whileWritten(id, () =>
    withNewFields(viewer, importRecord, (names) =>
      stagedWrite((staged) => write(viewer, id, staged, names)),
    ),
  );
  await transaction((tx) => deleteRows(tx, id));
  return counts;
}

/** The names of new fields, by the targets that stand for them in the compared rows. */
type NewNames = Map<string, OwnName>;

/** Creates the fields that the import keeps columns as, and takes them back if its rows are refused. */
async function withNewFields<T>(
  viewer: Viewer,
  importRecord: Import,
  work: (names: NewNames) => Promise<T>,
): Promise<T> {
  const names: NewNames = newFieldsOf(importRecord).length
    ? await transaction(async (tx) =>
        createNewFields(tx, await readImporter(tx, viewer), importRecord),
      )
    : new Map();
  try {
    return await work(names);
  } catch (error) {
    const keys = [...names.values()].map((name) => ownKey(name)!);
    if (keys.length) await transaction((tx) => withdrawFields(tx, viewer, keys));
    throw error;
  }
}

async function write(
  viewer: Viewer,
  id: number,
  staged: Staged,
  newNames: NewNames,
): Promise<ImportCounts> {
  const { tx } = staged;
  staged.takeImport(id);
  const importRecord = await ownImport(tx, viewer, id, ['preview']);
  const importer = await readImporter(tx, viewer);
  const importing: Importing = {
    ...staged,
    viewer: importer,
    written: { at: new Date(), actId: importAct(id) },
    created: 0,
    updated: 0,
    outdated: await duplicatedSince(db, importer, id),
    newNames,
    newDeals: new Map(),
    done: new Map(),
    owners: new Map(),
  };
  if (!importing.outdated.length) await writeRows(importing, importRecord);
  if (importing.outdated.length) throw conflict(changedSince(importing.outdated));
  const { created, updated, written } = importing;
  // Those of the preview: sheets that are not imported have others.
  const isCompared = and(eq(importRows.importId, id), isNotNull(importRows.kind));
  const rows = await tx.$count(importRows, isCompared);
  const counts = { ...importRecord.counts, created, updated, skipped: rows - created - updated };
  await tx
    .update(imports)
    .set({ state: 'done', counts, importedAt: written.at })
    .where(eq(imports.id, id));
  return counts;
}

async function writeRows(importing: Importing, importRecord: Import): Promise<void> {
  for await (const rows of chosenRows(importing, importRecord)) {
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
  const created = new Set(newDeals.keys());
  const isNew = new Set<number>();
  for (const { n, choice, outcome } of rows) {
    const first = outcome.sameAs ?? n;
    if (choice === 'update' && (outcome.sameAs === undefined || created.has(first))) continue;
    isNew.add(n);
    created.add(first);
  }
  return ({ n }: ChosenRow) => isNew.has(n);
}

/** The row's deal; for the company of an earlier new row, the deal that the earlier row created. */
function dealOf({ newDeals }: Importing, { pipelineId, outcome }: ChosenRow): number {
  return pipelineId ?? newDeals.get(outcome.sameAs ?? 0) ?? 0;
}

/** Writes rows of an Evaluations sheet: each is about a deal that is there. */
async function writeEvaluations(importing: Importing, rows: ChosenRow[]): Promise<void> {
  const ids = rows.flatMap(({ pipelineId }) => pipelineId ?? []);
  const dealsById = await readEvaluated(importing, ids);
  const edits = new Map<number, EvaluationEdit>();
  for (const row of rows) {
    const stored = dealsById.get(row.pipelineId ?? 0);
    const values = stored && takenValues(importing, row, { ...stored.before });
    if (!stored || !values) importing.outdated.push(row.outcome.name);
    else if (Object.keys(values).length) {
      const { id } = stored.deal;
      const changes = { ...parse(EvaluationInput, values), ...edits.get(id)?.changes };
      edits.set(id, { ...stored, changes });
      importing.updated++;
    }
  }
  const { tx, viewer, written } = importing;
  await storeEvaluations(tx, viewer, [...edits.values()], written);
}

type Stored = Omit<EvaluationEdit, 'changes'>;

async function readEvaluated(
  { tx, takeDeals, viewer }: Importing,
  ids: number[],
): Promise<Map<number, Stored>> {
  takeDeals(ids);
  const rows = await tx
    .select({
      deal: { id: pipelines.id, companyName: pipelines.companyName },
      evaluation: evaluations,
    })
    .from(pipelines)
    .leftJoin(evaluations, eq(evaluations.pipelineId, pipelines.id))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  return new Map(
    rows.map(({ deal, evaluation }) => [deal.id, { deal, before: evaluation ?? undefined }]),
  );
}

const MAX_NAMED = 3;

function changedSince(names: string[]): string {
  const named = [...new Set(names)];
  const moreCount = named.length - MAX_NAMED;
  const list = [
    ...named.slice(0, MAX_NAMED),
    ...(moreCount > 0 ? [`${moreCount.toLocaleString('en')} more`] : []),
  ];
  const who = new Intl.ListFormat('en').format(list);
  return `Changed since the preview: ${who}. Please compare again.`;
}
