import { and, eq, inArray } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import {
  type Change,
  evaluations,
  type Evaluation,
  type FieldValue,
  lower,
  type Pipeline,
  pipelines,
  users,
} from '#db/schema';
import type { Staged } from '#db/staged';
import type { Viewer } from '~/models/access';
import type { EvaluationInput } from '~/models/evaluation/schema';
import { type EvaluationEdit, storeEvaluations } from '~/models/evaluation/write.server';
import { evaluationDifferences } from '~/models/history/fields';
import { discardPipelines } from '~/models/history/trash.server';
import { evaluationEntry, writeHistory, type Written } from '~/models/history/write.server';
import { handOver, type NewOwner } from '~/models/pipeline/hand-over.server';
import { isPipelineKey } from '~/models/pipeline/labels';
import { clearedValue, type PipelineChanges } from '~/models/pipeline/schema';
import { changePipelines, type Edit } from '~/models/pipeline/store.server';
import { mayBecomeOwner } from '~/models/user/owners.server';
import { visibleTo } from '~/models/visibility.server';
import { type ImportedDeal, importedChanges, standingTouches, type Touch } from './imported.server';

/** An undo while it runs. */
export interface Undoing extends Staged {
  viewer: Viewer;
  written: Required<Written>;
  deleted: number;
  reverted: number;
  /** The former owners who can log in, by email. */
  owners: Map<string, NewOwner | undefined>;
}

/** A deal that an import changed and that is still there, with what was done to it. */
interface Imported {
  deal: Pipeline;
  evaluation: Evaluation | undefined;
  changes: Change[];
  later: Touch[];
}

/** Deals that are written between two turns of the event loop: one may hold 60,000 characters. */
const CHUNK = 32;

/** Takes back what an import did to these deals, as far as nobody has changed it since. */
export async function takeBack(undoing: Undoing, deals: ImportedDeal[]): Promise<void> {
  const { written } = undoing;
  const since = Math.min(...deals.map((deal) => deal.since));
  const ids = deals.map(({ id }) => id);
  const later = await standingTouches(db, written.importId, ids, since);
  const touched = new Set(later.map(({ deal }) => deal));
  const created = deals.filter(({ id, isNew }) => isNew && !touched.has(id));
  for await (const chunk of inChunks(created, CHUNK)) await discard(undoing, chunk);
  const changed = deals.filter(({ isNew }) => !isNew);
  for await (const chunk of inChunks(changed, CHUNK)) await revert(undoing, chunk, later);
}

async function discard(undoing: Undoing, created: ImportedDeal[]): Promise<void> {
  const { tx, takeDeals, viewer, written } = undoing;
  const which = created.map(({ id }) => id);
  takeDeals(which);
  const deals = await tx
    .select()
    .from(pipelines)
    .where(and(inArray(pipelines.id, which), visibleTo(viewer)));
  await discardPipelines(tx, viewer, deals, written);
  undoing.deleted += deals.length;
}

async function revert(undoing: Undoing, changed: ImportedDeal[], later: Touch[]): Promise<void> {
  const { tx, viewer, written } = undoing;
  const returned = new Map<string, number[]>();
  const edits: Edit[] = [];
  const evaluationEdits: EvaluationEdit[] = [];
  const created: Imported[] = [];
  for (const one of await readImported(undoing, changed, later)) {
    const owner = await formerOwner(undoing, one);
    if (owner) returned.set(owner, [...(returned.get(owner) ?? []), one.deal.id]);
    const edit = editOf(one);
    edits.push(...edit);
    const evaluationEdit = evaluationEditOf(one);
    if (evaluationEdit === 'delete') created.push(one);
    else if (evaluationEdit) evaluationEdits.push(evaluationEdit);
    if (owner || edit.length || evaluationEdit) undoing.reverted++;
  }
  await storeEvaluations(tx, viewer, evaluationEdits, written);
  await deleteEvaluations(undoing, created);
  await changePipelines(tx, viewer, edits, written);
  for (const [email, ids] of returned)
    await handOver(tx, viewer, undoing.owners.get(email)!, inArray(pipelines.id, ids), written);
}

async function readImported(
  { tx, takeDeals, viewer, written: { importId } }: Undoing,
  deals: ImportedDeal[],
  later: Touch[],
): Promise<Imported[]> {
  const ids = deals.map(({ id }) => id);
  takeDeals(ids);
  const changes = await importedChanges(db, importId, ids);
  const rows = await tx
    .select({ deal: pipelines, evaluation: evaluations })
    .from(pipelines)
    .leftJoin(evaluations, eq(evaluations.pipelineId, pipelines.id))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  return rows.map(({ deal, evaluation }) => ({
    deal,
    evaluation: evaluation ?? undefined,
    changes: changes.filter(({ subjectId }) => subjectId === String(deal.id)),
    later: later.filter((touch) => touch.deal === deal.id),
  }));
}

/** The values from before the import, of the fields that nobody has changed since. */
function formerValues({ changes, later }: Imported, subject: Change['subject']) {
  const isChanged = (field: string) =>
    later.some((touch) => touch.subject === subject && touch.fields.includes(field));
  const values: Record<string, FieldValue> = {};
  for (const change of changes)
    for (const [field, [from]] of Object.entries(change.fields))
      if (change.subject === subject && !(field in values) && !isChanged(field))
        values[field] = from;
  return values;
}

function editOf(one: Imported): Edit[] {
  const changed = Object.entries(formerValues(one, 'pipeline')).flatMap(([field, value]) =>
    isPipelineKey(field) ? [[field, value ?? clearedValue(field)] as const] : [],
  );
  const changes: PipelineChanges = Object.fromEntries(changed);
  return changed.length ? [{ before: one.deal, changes }] : [];
}

/** The email of the owner from before the import, if they get the deal back. */
async function formerOwner({ tx, owners }: Undoing, one: Imported): Promise<string | undefined> {
  const { owner } = formerValues(one, 'pipeline');
  if (typeof owner !== 'string') return undefined;
  if (!owners.has(owner)) {
    const { id, email, firstName, lastName } = users;
    const [found] = await tx
      .select({ id, email, firstName, lastName })
      .from(users)
      .where(and(eq(lower(email), owner.toLowerCase()), mayBecomeOwner));
    owners.set(owner, found);
  }
  return owners.get(owner) && owner;
}

/** What sets the evaluation back, or 'delete' if the import created it; undefined if it stays. */
function evaluationEditOf(one: Imported): EvaluationEdit | 'delete' | undefined {
  const { deal, evaluation, changes, later } = one;
  const evaluated = changes.filter(({ subject }) => subject === 'evaluation');
  if (!evaluation || !evaluated.length) return undefined;
  if (evaluated[0]!.act === 'created')
    return later.some(({ subject }) => subject === 'evaluation') ? undefined : 'delete';
  const { overallScore: _, ...values } = formerValues(one, 'evaluation');
  if (!Object.keys(values).length) return undefined;
  return { deal, before: evaluation, changes: values as EvaluationInput };
}

async function deleteEvaluations(
  { tx, viewer, written }: Undoing,
  evaluated: Imported[],
): Promise<void> {
  const ids = evaluated.map(({ deal }) => deal.id);
  await tx.delete(evaluations).where(inArray(evaluations.pipelineId, ids));
  await tx.update(pipelines).set({ updatedAt: written.at }).where(inArray(pipelines.id, ids));
  const entries = evaluated.map(({ deal, evaluation }) =>
    evaluationEntry(deal, 'deleted', evaluationDifferences(evaluation!, {})),
  );
  await writeHistory(tx, viewer, entries, written);
}
