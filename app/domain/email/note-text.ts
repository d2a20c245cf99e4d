import { MAX_NOTE_LENGTH } from '~/domain/note/limits';
import { truncate } from '~/domain/text/text';
import type { Mailbox, ParsedEmail } from './parsed-email';

/** Line between what the sender wrote and earlier emails below it, which pages fold. */
const QUOTED_TEXT_LINE = '--- Quoted text ---';

const CUT_MESSAGE = '\n\n[The whole text is among the files of this deal.]';

/** Keeps long lists of recipients from hiding the text. */
const MAX_NAMED_RECIPIENTS = 10;

type EmailTexts = Pick<ParsedEmail, 'from' | 'to' | 'subject' | 'sentAt' | 'text' | 'quotedText'>;

export function buildEmailNote(email: EmailTexts): { text: string; isCut: boolean } {
  const text = buildWholeText(email);
  if (text.length <= MAX_NOTE_LENGTH) return { text, isCut: false };
  return { text: truncate(text, MAX_NOTE_LENGTH - CUT_MESSAGE.length) + CUT_MESSAGE, isCut: true };
}

export function buildWholeText({ from, to, subject, sentAt, text, quotedText }: EmailTexts) {
  const recipients = splitRecipients(to);
  const headers = [
    from && `From: ${formatMailbox(from)}`,
    formatRecipients('To', recipients.to),
    formatRecipients('Cc', recipients.cc),
    subject && `Subject: ${subject}`,
    sentAt && `Sent: ${sentAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ];
  const parts = [
    headers.filter(Boolean).join('\n'),
    text,
    quotedText && `${QUOTED_TEXT_LINE}\n\n${quotedText}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

export function splitRecipients(recipients: Mailbox[]): { to: Mailbox[]; cc: Mailbox[] } {
  return {
    to: recipients.filter(({ isCopy }) => !isCopy),
    cc: recipients.filter(({ isCopy }) => isCopy),
  };
}

function formatRecipients(header: string, recipients: Mailbox[]): string {
  if (!recipients.length) return '';
  const more = recipients.length - MAX_NAMED_RECIPIENTS;
  const named = recipients.slice(0, MAX_NAMED_RECIPIENTS).map(formatMailbox).join(', ');
  return `${header}: ${more > 0 ? `${named} and ${more} more` : named}`;
}

export function formatMailbox({ name, address }: Mailbox): string {
  return name ? `${name} <${address}>` : address;
}

export function splitEmailNote(text: string): { shown: string; quoted: string } {
  const at = text.indexOf(`\n${QUOTED_TEXT_LINE}\n`);
  if (at < 0) return { shown: text, quoted: '' };
  return {
    shown: text.slice(0, at).trimEnd(),
    quoted: text.slice(at + QUOTED_TEXT_LINE.length + 2).trim(),
  };
}
