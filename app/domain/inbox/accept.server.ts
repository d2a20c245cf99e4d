import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type CustomField, type Deal, deals, emails, type InboxItem, users } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { insertAttachments, type NewAttachment } from '~/domain/attachment/add.server';
import { locateContent } from '~/domain/attachment/content.server';
import { findOrInsertContact } from '~/domain/contact/find-or-insert.server';
import { isActiveField, queryCustomFields } from '~/domain/custom-field/list.server';
import { validateCustomFieldValues } from '~/domain/custom-field/validate.server';
import { createValueSchema } from '~/domain/custom-field/value-schema';
import type { CustomFieldValueChanges } from '~/domain/custom-field/values';
import { findWebsiteField } from '~/domain/custom-field/website';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { insertDeals } from '~/domain/deal/insert.server';
import { notifyNewOwner } from '~/domain/deal/notify-new-owner.server';
import { DealInput } from '~/domain/deal/schema';
import { insertNotes } from '~/domain/note/create.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { requireNewOwner } from '~/domain/user/new-owner.server';
import { visibleTo } from '~/domain/visibility.server';
import { conflict, DomainError, invalid, parseInput } from '~/errors';
import type { AcceptInput } from './accept-schema';
import { decideOnItem, getPendingItem } from './decide.server';
import { SOURCE_LABELS } from './labels';
import { listItemFiles } from './list.server';
import { buildItemNote, getItemMessageId } from './note';

export interface AcceptedItem {
  dealId: number;
  companyName: string;
  isNew: boolean;
  operationId: string;
}

/**
 * Makes a deal of an item, or adds it to a deal: with its contact, its files and one note. Throws
 * 403 unless the viewer triages, 404 for an invisible deal, 409 unless the item is pending and in no
 * other deal, and 400 for the deal's fields.
 */
export async function acceptInboxItem(
  viewer: Viewer,
  id: number,
  input: AcceptInput,
  { ownerEmail }: { ownerEmail?: string } = {},
): Promise<AcceptedItem> {
  return transaction(async (tx) => {
    const item = await getPendingItem(tx, viewer, id);
    const known =
      input.pipelineId === undefined
        ? undefined
        : await getDealOrWinner(tx, viewer, input.pipelineId);
    await assertNotInOtherDeal(tx, viewer, item, known?.id);
    const userId = ownerEmail ? (await requireNewOwner(tx, ownerEmail)).id : input.userId;
    const isNew = known === undefined;
    const deal = known ?? (await insertDealOfItem(tx, viewer, item, { ...input, userId }));
    if (isNew || !(await hasItem(tx, deal.id, item))) await addItemToDeal(tx, viewer, item, deal);
    await decideOnItem(tx, viewer, item, { state: 'accepted', dealId: deal.id });
    const { companyName } = deal;
    return { dealId: deal.id, companyName, isNew, operationId: getTransactionId() };
  });
}

/** Returns the deal, or the one that it was merged into since a form showed it. */
async function getDealOrWinner(tx: Db, viewer: Viewer, id: number): Promise<Deal> {
  try {
    return await getDealForUpdate(tx, viewer, id);
  } catch (error) {
    if (!(error instanceof DomainError) || !error.mergedDeal) throw error;
    return getDealForUpdate(tx, viewer, error.mergedDeal.to);
  }
}

type NamedDeal = Pick<Deal, 'id' | 'companyName'>;

async function insertDealOfItem(
  tx: Db,
  viewer: Viewer,
  item: InboxItem,
  { userId = viewer.id, pipelineId: _, ...sent }: AcceptInput,
): Promise<NamedDeal> {
  const { companyName, industries, fundingRound, targetFundingSize } = item;
  const facts = {
    companyName: companyName ?? undefined,
    industries,
    fundingRound,
    targetFundingSize,
  };
  const input = parseInput(DealInput, { ...facts, ...sent });
  await assertOwner(tx, userId);
  const sentFields = { ...(await fillCustomFields(tx, item)), ...input.fields };
  // Accepting takes one key, so that required fields are filled in later, as after an import.
  const fields = await validateCustomFieldValues(tx, sentFields, {});
  const [id] = await insertDeals(tx, viewer, [{ input: { ...input, fields }, userId }]);
  await notifyNewOwner(tx, viewer, { id: userId }, { ids: [id!], at: new Date() });
  return { id: id!, companyName: input.companyName };
}

async function assertOwner(tx: Db, userId: string): Promise<void> {
  if (!(await tx.$count(users, and(eq(users.id, userId), canSignIn))))
    throw invalid([{ path: 'userId', message: 'Please choose a colleague who can log in' }]);
}

async function fillCustomFields(tx: Db, item: InboxItem): Promise<CustomFieldValueChanges> {
  const fields = (await queryCustomFields(tx)).filter(isActiveField);
  const isSource = ({ name }: CustomField) => name.trim().toLowerCase() === 'source';
  return {
    ...fillField(findWebsiteField(fields), item.website),
    ...fillField(fields.find(isSource), SOURCE_LABELS[item.source]),
  };
}

/** Returns no value for a field that does not accept it; the note has it then. */
function fillField(field: CustomField | undefined, text: string | null): CustomFieldValueChanges {
  if (!field || !text) return {};
  const { data } = createValueSchema(field).safeParse(field.kind === 'choices' ? [text] : text);
  return data === undefined ? {} : { [field.key]: data };
}

async function hasItem(tx: Db, dealId: number, item: InboxItem): Promise<boolean> {
  const isStored = and(eq(emails.dealId, dealId), eq(emails.messageId, getItemMessageId(item)));
  return (await tx.$count(emails, isStored)) > 0;
}

/** A reopened item names its deal, which may have come back from the trash since. */
async function assertNotInOtherDeal(
  tx: Db,
  viewer: Viewer,
  item: InboxItem,
  dealId: number | undefined,
): Promise<void> {
  if (item.dealId === null || item.dealId === dealId) return;
  if (!(await hasItem(tx, item.dealId, item))) return;
  const name = (await findVisibleName(tx, viewer, item.dealId)) ?? 'another deal';
  throw conflict(`This item was added to ${name}, which has been restored. Add it to that deal.`);
}

async function findVisibleName(tx: Db, viewer: Viewer, id: number): Promise<string | undefined> {
  const [deal] = await tx
    .select({ companyName: deals.companyName })
    .from(deals)
    .where(and(eq(deals.id, id), visibleTo(viewer)));
  return deal?.companyName;
}

async function addItemToDeal(
  tx: Db,
  viewer: Viewer,
  item: InboxItem,
  deal: NamedDeal,
): Promise<void> {
  const sender = { name: item.contactName, email: item.contactEmail };
  const contactId = await findOrInsertContact({ tx, actor: viewer, deal }, sender);
  const { stored, missingNames } = await listStoredFiles(tx, item);
  const files = await insertAttachments({ tx, viewer, deal }, stored);
  const missing = missingNames.map((name) => `\n\n[The contents of ${name} are missing.]`).join('');
  const text = buildItemNote(item) + missing;
  const [noteId] = await insertNotes(tx, viewer, [deal], { text, isQuotation: true });
  const messageId = getItemMessageId(item);
  await tx.insert(emails).values({ dealId: deal.id, noteId: noteId!, messageId, contactId, files });
}

async function listStoredFiles(tx: Db, { id }: InboxItem) {
  const files = await listItemFiles(tx, [id]);
  const toAttachment = ({ name, size, type, sha256 }: (typeof files)[number]): NewAttachment => {
    // The contents are stored already, under no path.
    return { name, size, type, sha256, path: '' };
  };
  const isStored = ({ sha256 }: { sha256: string }) => locateContent(sha256) !== undefined;
  return {
    stored: files.filter(isStored).map(toAttachment),
    missingNames: files.filter((file) => !isStored(file)).map(({ name }) => name),
  };
}
