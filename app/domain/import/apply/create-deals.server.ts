import type { RowOutcome } from '#db/schema';
import { isStaff } from '~/domain/access';
import { separateCustomFieldValues, toCustomFieldName } from '~/domain/custom-field/names';
import { insertDeals } from '~/domain/deal/insert.server';
import { DealInput } from '~/domain/deal/schema';
import { describeMissingFields } from '~/domain/import/preview/missing-fields';
import { isEmptyValue } from '~/domain/import/preview/row-choices';
import { conflict, parseInput } from '~/errors';
import type { ChosenRow } from './chosen-rows.server';
import { findRowClosingReason } from './closing-reason.server';
import { buildContactChanges, saveContact } from './contacts.server';
import type { ApplyContext } from './context.server';
import { assertOffered } from './offered.server';
import { findOwnerById } from './users.server';

export async function createDeals(context: ApplyContext, rows: ChosenRow[]): Promise<void> {
  const deals = [];
  const createdRows: ChosenRow[] = [];
  for (const row of rows) {
    const { outcome } = row;
    assertRequiredFields(context, outcome);
    assertOffered(context.offered, outcome, outcome.values);
    const userId = await findNewDealOwner(context, outcome.ownerId);
    if (userId) {
      deals.push({
        input: parseInput(DealInput, separateCustomFieldValues(outcome.values)),
        userId,
        closingReason: findRowClosingReason(context, outcome, outcome.values),
      });
      createdRows.push(row);
    } else context.result.changedCompanies.push(outcome.name);
  }
  const { tx, viewer, operation, newDealIds } = context;
  const ids = await insertDeals(tx, viewer, deals, operation);
  context.result.created += ids.length;
  for (const [i, { n, outcome }] of createdRows.entries()) {
    const first = outcome.sameAs ?? n;
    const id = ids[i]!;
    if (!newDealIds.has(first)) newDealIds.set(first, id);
    const deal = { id, companyName: deals[i]!.input.companyName };
    await saveContact(context, deal, buildContactChanges(outcome.values));
  }
}

/** Throws 409, as these fields are required since the preview. */
function assertRequiredFields({ offered }: ApplyContext, { name, values }: RowOutcome): void {
  const missing = [...offered.fields.values()].filter(
    ({ key, isRequired }) => isRequired && isEmptyValue(values[toCustomFieldName(key)] ?? null),
  );
  if (!missing.length) return;
  const sentence = describeMissingFields(
    name,
    missing.map((field) => field.name),
  );
  throw conflict(`${sentence} Please compare again.`);
}

async function findNewDealOwner(
  context: ApplyContext,
  ownerId?: string,
): Promise<string | undefined> {
  if (!ownerId || !isStaff(context.viewer)) return context.viewer.id;
  return (await findOwnerById(context, ownerId))?.id;
}
