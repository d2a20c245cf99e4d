import { and, eq, inArray } from 'drizzle-orm';
import { type Deal, deals, type FieldValue, users } from '#db/schema';
import { isStaff } from '~/domain/access';
import {
  flattenCustomFieldValues,
  parseCustomFieldName,
  separateCustomFieldValues,
} from '~/domain/custom-field/names';
import { applyValueChanges } from '~/domain/custom-field/values';
import { applyDealEdits, type DealEdit } from '~/domain/deal/apply-edits.server';
import { stageNameColumn } from '~/domain/deal/columns.server';
import { DealEditInput } from '~/domain/deal/schema';
import { DEAL_KEYS, isDealKey } from '~/domain/deal-field/fields';
import { addLinkedValues } from '~/domain/import/preview/outcome';
import { isFieldChosen } from '~/domain/import/preview/row-choices';
import { transferMatchingDeals } from '~/domain/operations/transfer-deals.server';
import { pick } from '~/domain/record';
import { visibleTo } from '~/domain/visibility.server';
import { parseInput } from '~/errors';
import { claimUnchangedValues, isFieldWritten, markFieldWritten } from './accepted-values.server';
import type { ChosenRow } from './chosen-rows.server';
import { findRowClosingReason } from './closing-reason.server';
import { buildContactChanges, saveContact } from './contacts.server';
import type { ApplyContext } from './context.server';
import { assertOffered } from './offered.server';
import { findOwnerById } from './users.server';

export type RowUpdate = ChosenRow & { dealId: number };

interface DealBeforeUpdate {
  deal: Deal;
  owner: string;
  stage: string;
}

interface PlannedUpdates {
  edits: Map<number, DealEdit>;
  /** Ids of deals by the id of their new owner. */
  transfers: Map<string, number[]>;
}

/** Updates the deals of rows. A row whose deal has changed since the preview is only reported. */
export async function updateDeals(context: ApplyContext, rows: RowUpdate[]): Promise<void> {
  const dealsById = await findDealsToUpdate(context, rows);
  const planned: PlannedUpdates = { edits: new Map(), transfers: new Map() };
  for (const row of rows) {
    const stored = dealsById.get(row.dealId);
    const result = stored ? await updateFromRow(context, row, stored, planned) : 'outdated';
    if (result === 'outdated') context.result.changedCompanies.push(row.outcome.name);
    else if (result === 'changed') context.result.updated++;
  }
  const { tx, viewer, operation } = context;
  await applyDealEdits(tx, viewer, [...planned.edits.values()], operation);
  await applyTransfers(context, planned.transfers, dealsById);
}

type UpdateResult = 'changed' | 'unchanged' | 'outdated';

async function updateFromRow(
  context: ApplyContext,
  chosen: RowUpdate,
  stored: DealBeforeUpdate,
  planned: PlannedUpdates,
): Promise<UpdateResult> {
  const row = fillFromEarlierRow(chosen, stored.deal, planned.edits.get(chosen.dealId));
  const changes = row.outcome.fields.filter((change) => isFieldChosen(row, change));
  const contact = await saveContact(context, stored.deal, changes, row.outcome.contactId);
  if (contact === 'outdated') return 'outdated';
  const result = planUpdate(context, row, stored, planned);
  return result === 'unchanged' && contact === 'written' ? 'changed' : result;
}

/** Adds the edit and the transfer of a row to those of earlier rows. */
function planUpdate(
  context: ApplyContext,
  row: RowUpdate,
  stored: DealBeforeUpdate,
  { edits, transfers }: PlannedUpdates,
): UpdateResult {
  const { dealId } = row;
  const values = claimUnchangedValues(context, row, {
    ...stored.deal,
    ...flattenCustomFieldValues(stored.deal.fields),
    stage: stored.stage,
  });
  const transfer = claimNewOwner(context, row, stored.owner);
  if (!values || transfer === 'outdated') return 'outdated';
  const { newOwnerId } = transfer;
  assertOffered(context.offered, row.outcome, values);
  const isEdited = Object.keys(values).length > 0;
  if (isEdited) {
    const edit = buildEdit(context, row, values, edits.get(dealId));
    edits.set(dealId, { before: stored.deal, ...edit });
  }
  if (newOwnerId) transfers.set(newOwnerId, [...(transfers.get(newOwnerId) ?? []), dealId]);
  return newOwnerId || isEdited ? 'changed' : 'unchanged';
}

function buildEdit(
  context: ApplyContext,
  { outcome }: RowUpdate,
  values: Record<string, FieldValue>,
  earlier: DealEdit | undefined,
): Omit<DealEdit, 'before'> {
  const now = parseInput(DealEditInput, separateCustomFieldValues(values));
  const fields = { ...earlier?.changes.fields, ...now.fields };
  const changes = { ...earlier?.changes, ...now, fields };
  const closingReason = findRowClosingReason(context, outcome, values) ?? earlier?.closingReason;
  return { changes, ...(closingReason && { closingReason }) };
}

function fillFromEarlierRow(row: RowUpdate, stored: Deal, edit: DealEdit | undefined): RowUpdate {
  if (row.outcome.sameAs === undefined) return row;
  const customValues = applyValueChanges(stored.fields, edit?.changes.fields);
  const deal: Record<string, FieldValue | undefined> = {
    ...pick({ ...stored, ...edit?.changes }, DEAL_KEYS),
    ...flattenCustomFieldValues(customValues),
  };
  const changes = Object.entries(row.outcome.values).flatMap(([field, to]) =>
    isDealKey(field) || parseCustomFieldName(field)
      ? [addLinkedValues({ field, from: deal[field] ?? null, to }, deal)]
      : [],
  );
  changes.push(...buildContactChanges(row.outcome.values));
  return { ...row, outcome: { ...row.outcome, fields: changes } };
}

async function findDealsToUpdate(
  { tx, stageDeals, viewer }: ApplyContext,
  rows: RowUpdate[],
): Promise<Map<number, DealBeforeUpdate>> {
  const ids = rows.map(({ dealId }) => dealId);
  stageDeals(ids);
  const stored = await tx
    .select({ deal: deals, owner: users.email, stage: stageNameColumn })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(and(inArray(deals.id, ids), visibleTo(viewer)));
  return new Map(stored.map((row) => [row.deal.id, row]));
}

/**
 * Marks the owner as written; 'outdated' if the owner has changed since. A file may name another
 * owner only if staff import it.
 */
function claimNewOwner(
  context: ApplyContext,
  row: RowUpdate,
  owner: string,
): { newOwnerId?: string } | 'outdated' {
  const { fields, ownerId } = row.outcome;
  const { dealId } = row;
  const change = fields.find(({ field }) => field === 'owner');
  if (!change || !isFieldChosen(row, change) || !isStaff(context.viewer)) return {};
  if (isFieldWritten(context, 'deals', dealId, 'owner')) return {};
  if (String(change.from).toLowerCase() !== owner.toLowerCase()) return 'outdated';
  markFieldWritten(context, 'deals', dealId, 'owner');
  return { newOwnerId: ownerId };
}

async function applyTransfers(
  context: ApplyContext,
  transfers: Map<string, number[]>,
  dealsById: Map<number, DealBeforeUpdate>,
): Promise<void> {
  const { tx, viewer, operation, result } = context;
  for (const [userId, ids] of transfers) {
    const newOwner = await findOwnerById(context, userId);
    const condition = inArray(deals.id, ids);
    if (newOwner) await transferMatchingDeals(tx, viewer, { newOwner, condition, operation });
    else result.changedCompanies.push(...ids.map((id) => dealsById.get(id)!.deal.companyName));
  }
}
