import { eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { buildSearchText } from '#db/fold';
import {
  inboxFiles,
  type InboxItem,
  inboxItems,
  type InboxSource,
  type InboxState,
} from '#db/schema';
import { transaction } from '#db/transaction';
import type { NewAttachment } from '~/domain/attachment/add.server';
import { saveReceivedFile } from '~/domain/attachment/content.server';
import { type Actor, recordHistory } from '~/domain/history/record.server';
import { isSenderBlocked } from '~/domain/intake/blocked-senders.server';
import { pick } from '~/domain/record';
import { inboxEvent } from './event';
import type { InboxInput } from './schema';

type EmailColumns = Pick<
  InboxItem,
  'subject' | 'messageId' | 'answeredIds' | 'from' | 'to' | 'sentAt' | 'quotedText'
>;

export interface NewInboxItem extends Partial<InboxInput>, Partial<EmailColumns> {
  source: InboxSource;
  files?: NewAttachment[];
}

export interface InsertedInboxItem {
  id: number;
  state: InboxState;
  isNew: boolean;
}

const FILE_COLUMNS = ['name', 'size', 'type', 'sha256'] as const;

/**
 * Stores what came in, within a transaction. Items of blocked senders become junk. A Message-ID
 * that is stored already returns its item and stores nothing.
 */
export async function insertInboxItem(
  tx: Db,
  actor: Actor,
  { source, files = [], ...input }: NewInboxItem,
): Promise<InsertedInboxItem> {
  const stored = await findItemByMessageId(tx, input.messageId);
  if (stored) return { id: stored.id, state: stored.state, isNew: false };
  const { companyName, contactName, contactEmail, subject, text, quotedText } = input;
  const state = await findNewItemState(tx, [contactEmail, input.from?.address]);
  const receivedAt = new Date();
  const fileNames = files.map(({ name }) => name);
  const [item] = await tx
    .insert(inboxItems)
    .values({
      to: [],
      answeredIds: [],
      quotedText: '',
      ...input,
      text: text ?? '',
      industries: input.industries ?? [],
      source,
      state,
      receivedAt,
      // The time that the deletion of junk counts from.
      decidedAt: state === 'junk' ? receivedAt : null,
      searchText: buildSearchText(
        companyName,
        contactName,
        contactEmail,
        subject,
        text,
        quotedText,
        ...fileNames,
      ),
    })
    .returning({ id: inboxItems.id });
  const { id } = item!;
  for (const file of files) saveReceivedFile(file);
  const fileRows = files.map((file) => ({ ...pick(file, FILE_COLUMNS), itemId: id }));
  if (fileRows.length) await tx.insert(inboxFiles).values(fileRows);
  const event = inboxEvent({ id, companyName }, 'created', { state: [null, state] });
  await recordHistory(tx, actor, [event]);
  return { id, state, isNew: true };
}

/** Returns the state in which an item of these senders starts: junk if one of them is blocked. */
export async function findNewItemState(
  tx: Db,
  senders: (string | null | undefined)[],
): Promise<'pending' | 'junk'> {
  const addresses = senders.filter((address) => typeof address === 'string');
  return (await isSenderBlocked(tx, addresses)) ? 'junk' : 'pending';
}

export async function addInboxItem(actor: Actor, item: NewInboxItem): Promise<InsertedInboxItem> {
  return transaction((tx) => insertInboxItem(tx, actor, item));
}

export async function findItemByMessageId(tx: Db, messageId: string | null | undefined) {
  if (!messageId) return undefined;
  const { id, state, from, subject } = inboxItems;
  const [stored] = await tx
    .select({ id, state, from, subject })
    .from(inboxItems)
    .where(eq(inboxItems.messageId, messageId));
  return stored;
}
