import { hash } from 'node:crypto';
import type { Db } from '#db/client';
import { transaction } from '#db/transaction';
import { findOutsider } from '~/domain/email/outsider.server';
import type { ParsedEmail } from '~/domain/email/parsed-email';
import type { Actor } from '~/domain/history/record.server';
import { MAX_NOTE_LENGTH } from '~/domain/note/limits';
import { truncate } from '~/domain/text/text';
import { invalid } from '~/errors';
import { findItemByMessageId, type InsertedInboxItem, insertInboxItem } from './insert.server';

/** The parser stores a text beyond the length of a note as a file. */
const MAX_STORED_TEXT_LENGTH = 2 * MAX_NOTE_LENGTH;

interface AddEmailOptions {
  /** Stores an email whose Message-ID an email of another sender or subject has. */
  allowsReusedIds?: boolean;
}

export async function addInboxEmail(
  actor: Actor,
  {
    messageId,
    answeredIds,
    from,
    to,
    subject,
    sentAt,
    text,
    quotedText,
    files,
    ...email
  }: ParsedEmail,
  { allowsReusedIds = false }: AddEmailOptions = {},
): Promise<InsertedInboxItem> {
  return transaction(async (tx) => {
    const isReused = allowsReusedIds && (await hasOtherEmail(tx, { messageId, from, subject }));
    const contact = await findOutsider(tx, { from, to, ...email });
    return insertInboxItem(tx, actor, {
      source: 'email',
      contactName: contact?.name || null,
      contactEmail: contact?.address,
      subject,
      text: truncate(text, MAX_STORED_TEXT_LENGTH),
      quotedText: truncate(quotedText, MAX_STORED_TEXT_LENGTH),
      messageId: isReused ? hash('sha256', `${messageId} ${from?.address} ${subject}`) : messageId,
      answeredIds,
      from,
      to,
      sentAt,
      files,
    });
  });
}

/** Checks for an email of another sender or subject: web forms may give all of theirs one id. */
async function hasOtherEmail(
  tx: Db,
  { messageId, from, subject }: Pick<ParsedEmail, 'messageId' | 'from' | 'subject'>,
): Promise<boolean> {
  const stored = await findItemByMessageId(tx, messageId);
  if (!stored) return false;
  return stored.from?.address !== from?.address || stored.subject !== subject;
}

export function assertHasContents({ from, to, subject, text, files }: ParsedEmail): void {
  if (!from && !subject && !to.length) throw invalidEmail('This email has no headers.');
  if (!text && !files.length) throw invalidEmail('This email has no text.');
}

const invalidEmail = (problem: string) =>
  invalid([{ path: 'message', message: `${problem} Nothing was saved.` }]);
