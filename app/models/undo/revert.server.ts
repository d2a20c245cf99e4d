import { and, eq, inArray } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import {
  type Change,
  type Evaluation,
  evaluations,
  type FieldValue,
  handOvers,
  lower,
  type Pipeline,
  pipelines,
  users,
} from '#db/schema';
import type { Staged } from '#db/staged';
import type { Viewer } from '~/models/access';
import type { EvaluationInput } from '~/models/evaluation/schema';
import { type EvaluationEdit, storeEvaluations } from '~/models/evaluation/write.server';
import { restoreDiscarded } from '~/models/trash/restore.server';
import { discardPipelines } from '~/models/trash/delete.server';
import { evaluationEntry, writeHistory, type Written } from '~/models/history/write.server';
import { deleteNotes } from '~/models/note/write.server';
import { handOver, type NewOwner } from '~/models/pipeline/hand-over.server';
import { editTo } from '~/models/pipeline/edit.server';
import { changePipelines, type Edit } from '~/models/pipeline/store.server';
import { returnedTo } from '~/models/stage/place';
import { maySignIn } from '~/models/user/session.server';
import { inChargeOf, visibleTo } from '~/models/visibility.server';
import {
  actChanges,
  type ActedDeal,
  hasTouched,
  notesAddedBy,
  standingTouches,
  type Touch,
} from './acted.server';
import { revertDealRows } from './rows.server';
import { differences } from '~/models/history/field-value';
import { EVALUATION_FIELDS } from '~/models/evaluation/criteria';

export interface UndoRules {
  /** What stays where somebody has changed a deal since: the fields they changed, or the whole deal. */
  keeps: 'fields' | 'deals';
  /** Whether a former owner who gets a deal back is told. */
  tellsOwners: boolean;
}

/** An undo while it runs. */
export interface Undoing extends Pick<Staged, 'tx' | 'takeDeals'> {
  viewer: Viewer;
  actId: string;
  rules: UndoRules;
  written: Required<Written>;
  /** The former owners who can log in, by email. */
  owners: Map<string, NewOwner | undefined>;
  /** How many deals the act was about, and how many of them it deleted. */
  deals: number;
  deleted: number;
  /** The names of those that are back from the trash, and why others are not. */
  restored: string[];
  refused: string[];
}

/** A deal that an act changed and that is still there, with what was done to it. */
interface Acted {
  deal: Pipeline;
  evaluation: Evaluation | undefined;
  changes: Change[];
  later: Touch[];
}

/** Deals that are written between two turns of the event loop: one may hold 60,000 characters. */
const CHUNK = 32;

/** Reverts what an act did to these deals, as far as nobody has changed it since. */
export async function revertDeals(undoing: Undoing, deals: ActedDeal[]): Promise<void> {
  const ids = deals.map(({ id }) => id);
  const since = Math.min(...deals.map((deal) => deal.since));
  const later = await standingTouches(db, undoing.actId, ids, since);
  const touched = new Set(later.map(({ deal }) => deal));
  const created = deals.filter(({ id, isNew }) => isNew && !touched.has(id));
  for await (const chunk of inChunks(created, CHUNK)) await discard(undoing, chunk);
  const changed = deals.filter(({ isNew, isDeleted }) => !isNew && !isDeleted);
  for await (const chunk of inChunks(changed, CHUNK)) await revert(undoing, chunk, later);
  const deleted = deals.filter(({ isDeleted }) => isDeleted);
  if (deleted.length) await restore(undoing, deleted);
  undoing.deals += deals.length;
}

async function discard(undoing: Undoing, created: ActedDeal[]): Promise<void> {
  const { tx, takeDeals, viewer, written } = undoing;
  const ids = created.map(({ id }) => id);
  takeDeals(ids);
  const deals = await tx
    .select()
    .from(pipelines)
    .where(and(inArray(pipelines.id, ids), inChargeOf(viewer)));
  await discardPipelines(tx, viewer, deals, written);
}

const NOT_IN_TRASH = 'no longer in the trash';

async function restore(undoing: Undoing, deleted: ActedDeal[]): Promise<void> {
  const { tx, viewer, written } = undoing;
  const ids = deleted.map(({ id }) => id);
  const { restored, kept } = await restoreDiscarded(tx, viewer, ids, deleted[0]!.at, written);
  undoing.deleted += deleted.length;
  undoing.restored.push(...restored);
  const missing = ids.length - restored.length - kept.length;
  undoing.refused.push(...kept, ...Array.from({ length: missing }, () => NOT_IN_TRASH));
}

async function revert(undoing: Undoing, changed: ActedDeal[], later: Touch[]): Promise<void> {
  const { tx, viewer, written } = undoing;
  const acted = await readActed(undoing, changed, later);
  const returned = new Map<string, number[]>();
  for (const item of acted) {
    const owner = await formerOwner(undoing, item);
    if (owner) returned.set(owner, [...(returned.get(owner) ?? []), item.deal.id]);
  }
  const evaluated = acted.map((item) => [item, evaluationEditOf(undoing, item)] as const);
  const evaluationEdits = evaluated.flatMap(([, edit]) => (edit && edit !== 'delete' ? edit : []));
  const unevaluated = evaluated.flatMap(([item, edit]) => (edit === 'delete' ? item : []));
  const edits = acted.flatMap((item) => editOf(undoing, item));
  await deleteAddedNotes(undoing, acted);
  for (const item of acted) await revertDealRows(tx, viewer, item, written);
  await storeEvaluations(tx, viewer, evaluationEdits, written);
  await deleteEvaluations(undoing, unevaluated);
  await changePipelines(tx, viewer, edits, written);
  for (const [email, ids] of returned) await returnTo(undoing, undoing.owners.get(email)!, ids);
}

async function readActed(
  { tx, takeDeals, viewer, actId }: Undoing,
  deals: ActedDeal[],
  later: Touch[],
): Promise<Acted[]> {
  const ids = deals.map(({ id }) => id);
  takeDeals(ids);
  const changes = await actChanges(db, actId, ids);
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

/** The values from before the act, of what nobody has changed since. */
function formerValues({ rules }: Undoing, { changes, later }: Acted, subject: Change['subject']) {
  const isChanged = (field: string) =>
    later.some(
      (touch) =>
        touch.subject === subject &&
        (rules.keeps === 'deals' ? touch.act === 'changed' : hasTouched(touch, field)),
    );
  const values: Record<string, FieldValue> = {};
  for (const change of changes)
    for (const [field, [from]] of Object.entries(change.fields))
      if (change.subject === subject && !Object.hasOwn(values, field) && !isChanged(field))
        values[field] = from;
  return values;
}

function editOf(undoing: Undoing, acted: Acted): Edit[] {
  const values = formerValues(undoing, acted, 'pipeline');
  const place = formerPlace(acted.deal, values);
  const edit = editTo(values);
  return Object.keys(edit.changes).length || place ? [{ before: acted.deal, ...edit, place }] : [];
}

/** Undefined if the act did not move the deal, or somebody has moved it since. */
function formerPlace(deal: Pipeline, values: Record<string, FieldValue>): Edit['place'] {
  const { stageId, stageSince, lookAgainOn = deal.lookAgainOn } = values;
  if (typeof stageId !== 'number') return undefined;
  const again = lookAgainOn as string | null;
  const former = { stageId, stageSince: new Date(stageSince as number), lookAgainOn: again };
  return returnedTo(deal, former);
}

/** The email of the owner from before the act, if they get the deal back. */
async function formerOwner(undoing: Undoing, acted: Acted): Promise<string | undefined> {
  const { tx, owners } = undoing;
  const { owner } = formerValues(undoing, acted, 'pipeline');
  if (typeof owner !== 'string') return undefined;
  if (!owners.has(owner)) {
    const { id, email, firstName, lastName } = users;
    const [user] = await tx
      .select({ id, email, firstName, lastName })
      .from(users)
      .where(and(eq(lower(email), owner.toLowerCase()), maySignIn));
    owners.set(owner, user);
  }
  return owners.get(owner) && owner;
}

async function returnTo(
  { tx, viewer, rules, written }: Undoing,
  owner: NewOwner,
  ids: number[],
): Promise<void> {
  await handOver(tx, viewer, owner, inArray(pipelines.id, ids), written);
  if (!rules.tellsOwners) await tx.delete(handOvers).where(inArray(handOvers.pipelineId, ids));
}

/** What reverts the evaluation, or 'delete' if the act created it; undefined if it stays. */
function evaluationEditOf(undoing: Undoing, acted: Acted): EvaluationEdit | 'delete' | undefined {
  const { deal, evaluation, changes, later } = acted;
  const evaluated = changes.filter(({ subject }) => subject === 'evaluation');
  if (!evaluation || !evaluated.length) return undefined;
  if (evaluated[0]!.act === 'created')
    return later.some(({ subject }) => subject === 'evaluation') ? undefined : 'delete';
  const { overallScore: _, ...values } = formerValues(undoing, acted, 'evaluation');
  if (!Object.keys(values).length) return undefined;
  return { deal, before: evaluation, changes: values as EvaluationInput };
}

async function deleteEvaluations(
  { tx, viewer, written }: Undoing,
  evaluated: Acted[],
): Promise<void> {
  const ids = evaluated.map(({ deal }) => deal.id);
  await tx.delete(evaluations).where(inArray(evaluations.pipelineId, ids));
  await tx.update(pipelines).set({ updatedAt: written.at }).where(inArray(pipelines.id, ids));
  const entries = evaluated.map(({ deal, evaluation }) =>
    evaluationEntry(deal, 'deleted', differences(EVALUATION_FIELDS, evaluation!, {})),
  );
  await writeHistory(tx, viewer, entries, written);
}

/** The notes that the act added, unless they were edited since. */
async function deleteAddedNotes({ tx, viewer, written }: Undoing, acted: Acted[]): Promise<void> {
  const changes = acted.flatMap((item) => item.changes);
  const added = (await notesAddedBy(tx, changes)).filter(({ editedAt }) => !editedAt);
  await deleteNotes(
    tx,
    viewer,
    added.map(({ id }) => id),
    written,
  );
}
