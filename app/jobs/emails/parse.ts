import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import ReplyParser from 'email-reply-parser';
import { extension } from 'mime-types';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { NewAttachment } from '~/domain/attachment/add.server';
import { receiveFile } from '~/domain/attachment/content.server';
import { normalizeContentType } from '~/domain/attachment/content-type';
import { sanitizeFileName } from '~/domain/attachment/file-name';
import { buildEmailNote, buildWholeText, formatMailbox } from '~/domain/email/note-text';
import type { Mailbox, ParsedEmail, ParseEmailJob } from '~/domain/email/parsed-email';
import { toStorableText } from '~/domain/text/schema';
import { isBlank, truncate } from '~/domain/text/text';
import {
  createFileCheck,
  describeLeftOutImages,
  isInvitation,
  listInlineImages,
} from './attachments';
import { findForwardedText } from './forwarded';
import { convertHtml } from './html-text';
import {
  declareLegacyCharset,
  declareUtf8,
  MAX_HEADER_BYTES,
  prepareMessage,
} from './message-bytes';

const MAX_NESTING_DEPTH = 30;
const MAX_FORWARDED_DEPTH = 3;
const MAX_FILES = 100;
const MAX_RECIPIENTS = 50;
/** Long threads name all their emails. */
const MAX_ANSWERED_IDS = 50;
const MAX_LINE_CHARACTERS = 500;
/** Parsers of quotations look at this much of a text; the rest counts as text. */
const MAX_EXAMINED_CHARACTERS = 100_000;

/** Bounds the text of an email whose parts cannot be told apart, headers included. */
const MAX_UNDIVIDED_BYTES = MAX_HEADER_BYTES;

/** Longest plain text that may only say that the email is HTML. */
const MAX_NOTICE_CHARACTERS = 300;

const KEPT_HTML_TEXT =
  'The text of this email is too complicated to be shown here. It is among the files, as HTML.';

const UNREADABLE_MESSAGE = 'This is not an email, or it is damaged. Nothing was saved.';

export async function parseEmail({
  path,
  sha256,
  splitsText,
  convertsHtml,
}: ParseEmailJob): Promise<ParsedEmail | { problem: string }> {
  const bytes = prepareMessage(await readFile(path));
  const email = await readMessage(bytes);
  if (!email) return { problem: UNREADABLE_MESSAGE };
  const { text, keptHtml } = readText(email, { convertsHtml });
  const whole = text || parseUndividedBody(email, bytes);
  const images = whole ? listInlineImages(email) : new Set<Attachment>();
  const isFile = createFileCheck(email);
  const attachments = email.attachments.filter((part) => !images.has(part) && isFile(part));
  const texts = splitsText ? splitText(whole, email) : keepWhole(whole);
  const from = toMailboxes(email.from)[0] ?? null;
  const replyTo = findReplyAddress(email, from);
  if (!from && !texts.text && !email.subject) return { problem: UNREADABLE_MESSAGE };
  const parsed = {
    messageId: parseMessageIds(email.messageId)[0] ?? sha256,
    answeredIds: parseAnsweredIds(email),
    from,
    replyTo,
    to: listRecipients(email),
    subject: toLine(email.subject) || null,
    sentAt: parseDate(email.date),
    ...texts,
  };
  if (replyTo)
    parsed.text = [`Reply to: ${formatMailbox(replyTo)}`, parsed.text].filter(Boolean).join('\n\n');
  if (attachments.length > MAX_FILES)
    parsed.text += `\n\n[${attachments.length - MAX_FILES} more files were left out.]`;
  parsed.text += describeLeftOutImages(images);
  const files = await storeFiles(attachments.slice(0, MAX_FILES));
  if (keptHtml) files.push(await storeText(keptHtml, { subject: parsed.subject, type: 'html' }));
  if (buildEmailNote(parsed).isCut) {
    const { subject } = parsed;
    files.push(await storeText(buildWholeText(parsed), { subject, type: 'txt' }));
  }
  return { ...parsed, files };
}

/** Reads texts with a wrong charset or none as what they are: the fewer strange characters, the better. */
async function readMessage(bytes: Buffer): Promise<Email | undefined> {
  let best = await readParts(bytes);
  for (const declare of [declareUtf8, declareLegacyCharset]) {
    const lost = best && countLostCharacters(best);
    if (!lost) return best;
    const declared = await readParts(declare(bytes));
    if (declared && countLostCharacters(declared) < lost) best = declared;
  }
  return best;
}

/** Replacement characters, and UTF-8 that was read as Latin-1: Ã¶ instead of ö. */
const LOST_CHARACTERS = /\ufffd|[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g;

function countLostCharacters({ text = '', html = '' }: Email): number {
  return [text, html].reduce(
    (count, content) => count + content.length - content.replace(LOST_CHARACTERS, '').length,
    0,
  );
}

async function readParts(bytes: Uint8Array): Promise<Email | undefined> {
  const parser = new PostalMime({
    attachmentEncoding: 'arraybuffer',
    maxHeadersSize: MAX_HEADER_BYTES,
    maxNestingDepth: MAX_NESTING_DEPTH,
    maxRfc822NestingDepth: MAX_FORWARDED_DEPTH,
  });
  try {
    return await parser.parse(bytes);
  } catch {
    // The parser throws at its limits on headers and nesting.
    return undefined;
  }
}

/**
 * Prefers the plain text, unless it is short and the HTML says much more. HTML that cannot become
 * text is returned as `keptHtml`.
 */
function readText(
  { text: sent, html }: Email,
  { convertsHtml }: Pick<ParseEmailJob, 'convertsHtml'>,
): { text: string; keptHtml?: string } {
  const plain = toPlainText(sent);
  if (!html || !mayBeNotice({ text: sent })) return { text: plain };
  const converted = convertsHtml ? convertHtml(html) : undefined;
  if (converted === undefined)
    return { text: [plain, KEPT_HTML_TEXT].filter(Boolean).join('\n\n'), keptHtml: html };
  const text = toPlainText(converted);
  return { text: text.length > 2 * plain.length ? text : plain };
}

function toPlainText(text = ''): string {
  return toStorableText(text).replaceAll('\u00a0', ' ').trim();
}

/** Some programs write only a notice beside the HTML, or nothing. */
function mayBeNotice({ text = '' }: Pick<Email, 'text'>): boolean {
  return text.trim().length <= MAX_NOTICE_CHARACTERS;
}

/** Returns the body of an email with parts that no boundary divides; empty for others. */
function parseUndividedBody({ headers }: Email, bytes: Buffer): string {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const end = /\r?\n\r?\n/.exec(bytes.toString('latin1', 0, MAX_UNDIVIDED_BYTES));
  if (!/^multipart\//i.test(type) || !end) return '';
  const body = bytes.toString('utf8', end.index + end[0].length, MAX_UNDIVIDED_BYTES);
  const [, boundary] = /boundary="?([^";]+)/i.exec(type) ?? [];
  return boundary && body.includes(`--${boundary}`) ? '' : toStorableText(body).trim();
}

function splitText(whole: string, email: Email) {
  const examined = whole.slice(0, MAX_EXAMINED_CHARACTERS);
  const rest = whole.slice(MAX_EXAMINED_CHARACTERS);
  const forwarded = findForwardedText(examined, email);
  if (forwarded) {
    const { before, headers, body } = forwarded;
    const from = toMailbox(forwarded.from);
    const { text, quotedText } = splitReply(body);
    const head = [`Forwarded from ${formatMailbox(from)}:`, ...headers.map(toLine)];
    const parts = [before, head.filter(Boolean).join('\n'), text].filter(Boolean);
    return { text: parts.join('\n\n') + rest, quotedText, forwardedFrom: from };
  }
  const { text, quotedText } = splitReply(examined);
  return { text: text + rest, quotedText, forwardedFrom: null };
}

const keepWhole = (text: string) => ({ text, quotedText: '', forwardedFrom: null });

/** Keeps a text whole that would be nothing but quotation. */
function splitReply(whole: string): { text: string; quotedText: string } {
  const fragments = new ReplyParser().read(whole).getFragments();
  const first = fragments.findIndex(
    (_, n) => n > 0 && fragments.slice(n).every((later) => later.isHidden() || later.isEmpty()),
  );
  if (first < 1) return { text: whole, quotedText: '' };
  const join = (some: typeof fragments) =>
    some
      .map((part) => part.getContent())
      .join('\n')
      .trim();
  const text = join(fragments.slice(0, first));
  if (!text) return { text: whole, quotedText: '' };
  return { text, quotedText: join(fragments.slice(first)) };
}

async function storeFiles(attachments: Attachment[]): Promise<NewAttachment[]> {
  const files: NewAttachment[] = [];
  for (const { filename, mimeType, content } of attachments) {
    const bytes = new Uint8Array(content as ArrayBuffer);
    const stored = await receiveFile(toChunks(bytes));
    const name = sanitizeFileName(filename ?? nameUnnamedFile(mimeType));
    files.push({ ...stored, name, type: normalizeContentType(mimeType) });
  }
  return files;
}

const TEXT_TYPES = { txt: 'text/plain', html: 'text/html' };

/** Gives the extension by which programs open files of a type. */
function nameUnnamedFile(mimeType: string): string {
  if (isInvitation(mimeType)) return 'invitation.ics';
  const known = extension(mimeType);
  return known ? `attachment.${known}` : 'attachment';
}

async function storeText(
  text: string,
  { subject, type }: { subject: string | null; type: keyof typeof TEXT_TYPES },
): Promise<NewAttachment> {
  const stored = await receiveFile(toChunks(Buffer.from(text)));
  const name = sanitizeFileName(`${subject ?? 'Email'}.${type}`);
  return { ...stored, name, type: TEXT_TYPES[type] };
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength) yield bytes;
}

function toMailboxes(address: Address | undefined): Mailbox[] {
  if (!address) return [];
  if (address.group) return address.group.flatMap(toMailboxes);
  const { name, address: email } = address;
  return email?.includes('@') ? [toMailbox({ name, address: email })] : [];
}

/** Returns the first address for answers; null if it is the sender's. */
function findReplyAddress({ replyTo = [] }: Email, from: Mailbox | null): Mailbox | null {
  const [first] = replyTo.flatMap(toMailboxes);
  return first && first.address.toLowerCase() !== from?.address.toLowerCase() ? first : null;
}

function listRecipients({ to = [], cc = [] }: Email): Mailbox[] {
  const copies = cc.flatMap(toMailboxes).map((mailbox) => ({ ...mailbox, isCopy: true as const }));
  return [...to.flatMap(toMailboxes), ...copies].slice(0, MAX_RECIPIENTS);
}

/** Bounds what senders write, who name themselves in headers and in texts that they forward. */
function toMailbox({ name, address }: Mailbox): Mailbox {
  return { name: toLine(name), address: toLine(address) };
}

function toLine(text = ''): string {
  const line = toStorableText(text).replace(/\s+/g, ' ').trim();
  return isBlank(line) ? '' : truncate(line, MAX_LINE_CHARACTERS);
}

function parseMessageIds(header = ''): string[] {
  // Some programs write no '@', which only an id without brackets needs.
  const found = header.matchAll(/<([^<>]+)>|([^\s<>]+@[^\s<>]+)/g);
  const ids = Array.from(found, ([, bracketed, bare]) => (bracketed ?? bare!).trim()).filter(
    Boolean,
  );
  // Hashes long ids: if they were cut, two of them could become the same.
  return ids.map((id) => (id.length > MAX_LINE_CHARACTERS ? hash('sha256', id) : id));
}

function parseAnsweredIds({ inReplyTo, references }: Email): string[] {
  const ids = [...parseMessageIds(inReplyTo), ...parseMessageIds(references).reverse()];
  return [...new Set(ids)].slice(0, MAX_ANSWERED_IDS);
}

function parseDate(text: string | undefined): Date | null {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}
