import { and, eq, inArray } from 'drizzle-orm';
import { type FieldValue, type Pipeline, pipelines, users } from '#db/schema';
import { parse } from '~/refusal';
import { isStaff } from '~/models/access';
import { handOver } from '~/models/pipeline/hand-over.server';
import { changedValues, named, ownKey, unnamed } from '~/models/field/values';
import { isPipelineKey, PIPELINE_KEYS } from '~/models/pipeline/fields';
import { pick } from '~/models/record';
import { PipelineEdit, PipelineInput } from '~/models/pipeline/schema';
import { stageName } from '~/models/pipeline/write.server';
import { changePipelines, type Edit, insertPipelines } from '~/models/pipeline/store.server';
import { visibleTo } from '~/models/visibility.server';
import { isTaken } from '~/models/import/choices';
import { contactOutcomes, writeContact } from './contacts.server';
import {
  type ChosenRow,
  findOwnerById,
  type Importing,
  isDone,
  markDone,
  takenValues,
} from './importing.server';

type Update = ChosenRow & { pipelineId: number };
interface Found {
  deal: Pipeline;
  owner: string;
  stage: string;
}

export async function createDeals(importing: Importing, rows: ChosenRow[]): Promise<void> {
  const deals = [];
  const made: ChosenRow[] = [];
  for (const row of rows) {
    const { outcome } = row;
    const userId = await ownerOf(importing, outcome.ownerId);
    if (userId) {
      deals.push({ input: parse(PipelineInput, unnamed(outcome.values)), userId });
      made.push(row);
    } else importing.outdated.push(outcome.name);
  }
  const { tx, viewer, written, newDeals } = importing;
  const ids = await insertPipelines(tx, viewer, deals, written);
  importing.created += ids.length;
  for (const [i, { n, outcome }] of made.entries()) {
    const [first, id] = [outcome.sameAs ?? n, ids[i]!];
    if (!newDeals.has(first)) newDeals.set(first, id);
    const deal = { id, companyName: deals[i]!.input.companyName };
    await writeContact(importing, deal, contactOutcomes(outcome.values));
  }
}

/** The owner of a new deal; undefined if that user can no longer log in. */
async function ownerOf(importing: Importing, named?: string): Promise<string | undefined> {
  if (!named || !isStaff(importing.viewer)) return importing.viewer.id;
  return (await findOwnerById(importing, named))?.id;
}

export async function updateDeals(importing: Importing, rows: Update[]): Promise<void> {
  const dealsById = await readDeals(importing, rows);
  const edits = new Map<number, Edit>();
  const passedOn = new Map<string, number[]>();
  for (const chosen of rows) {
    const { pipelineId: id } = chosen;
    const before = dealsById.get(id);
    const row = before ? withFields(chosen, before.deal, edits.get(id)) : chosen;
    const { outcome } = row;
    const values =
      before &&
      takenValues(importing, row, {
        ...before.deal,
        ...named(before.deal.fields),
        stage: before.stage,
      });
    const newOwner = before && newOwnerOf(importing, row, before.owner);
    const fields = outcome.fields.filter((field) => isTaken(row.kind, field));
    const contact =
      before && (await writeContact(importing, before.deal, fields, outcome.contactId));
    if (!values || newOwner === 'outdated' || contact === 'outdated') {
      importing.outdated.push(outcome.name);
      continue;
    }
    const isEdited = Object.keys(values).length > 0;
    if (isEdited) {
      const former = edits.get(id)?.changes;
      const now = parse(PipelineEdit, unnamed(values));
      const fields = { ...former?.fields, ...now.fields };
      const changes = { ...former, ...now, fields };
      edits.set(id, { before: before.deal, changes });
    }
    if (newOwner) passedOn.set(newOwner, [...(passedOn.get(newOwner) ?? []), id]);
    if (newOwner || isEdited || contact) importing.updated++;
  }
  const { tx, viewer, written } = importing;
  await changePipelines(tx, viewer, [...edits.values()], written);
  await passOn(importing, passedOn, dealsById);
}

/** What a row fills of the deal that a row before it has created: nothing was known to compare with. */
function withFields(row: Update, stored: Pipeline, edit: Edit | undefined): Update {
  if (row.outcome.sameAs === undefined) return row;
  const own = changedValues(stored.fields, edit?.changes.fields);
  const deal: Record<string, FieldValue | undefined> = {
    ...pick({ ...stored, ...edit?.changes }, PIPELINE_KEYS),
    ...named(own),
  };
  const fields = Object.entries(row.outcome.values).flatMap(([field, to]) =>
    isPipelineKey(field) || ownKey(field) ? [{ field, from: deal[field] ?? null, to }] : [],
  );
  fields.push(...contactOutcomes(row.outcome.values));
  return { ...row, outcome: { ...row.outcome, fields } };
}

async function readDeals(
  { tx, takeDeals, viewer }: Importing,
  rows: Update[],
): Promise<Map<number, Found>> {
  const ids = rows.map(({ pipelineId }) => pipelineId);
  takeDeals(ids);
  const stored = await tx
    .select({ deal: pipelines, owner: users.email, stage: stageName })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  return new Map(stored.map((row) => [row.deal.id, row]));
}

/** The id of the user whom an update makes the owner, if it does. Only staff hand over by file. */
function newOwnerOf(
  importing: Importing,
  { kind, pipelineId, outcome: { fields, ownerId } }: Update,
  owner: string,
): string | undefined {
  const named = fields.find(({ field }) => field === 'owner');
  if (!named || !isTaken(kind, named) || !isStaff(importing.viewer)) return undefined;
  if (isDone(importing, 'deals', pipelineId, 'owner')) return undefined;
  if (String(named.from).toLowerCase() !== owner.toLowerCase()) return 'outdated';
  markDone(importing, 'deals', pipelineId, 'owner');
  return ownerId;
}

async function passOn(
  importing: Importing,
  passedOn: Map<string, number[]>,
  dealsById: Map<number, Found>,
): Promise<void> {
  const { tx, viewer, written, outdated } = importing;
  for (const [userId, ids] of passedOn) {
    const newOwner = await findOwnerById(importing, userId);
    if (newOwner) await handOver(tx, viewer, newOwner, inArray(pipelines.id, ids), written);
    else outdated.push(...ids.map((id) => dealsById.get(id)!.deal.companyName));
  }
}
