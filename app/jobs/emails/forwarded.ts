import ForwardParser from 'email-forward-parser';
import ReplyParser from 'email-reply-parser';
import { formatMailbox } from '~/domain/email/note-text';
import type { Mailbox } from '~/domain/email/parsed-email';

interface ForwardedText {
  before: string;
  /** Day, subject and addresses, as the mail program wrote them. */
  headers: string[];
  body: string;
  from: Mailbox;
}

/** Sender's line of Chinese mail programs, which email-forward-parser does not know. */
const SENDER_LINE = /^[> ]*发件人[:：]\s*(.*)$/m;
const HEADER_LINE = /^[> ]*(?:发件人|发送时间|发送日期|日期|时间|收件人|抄送|主题)[:：].*$/;
const SEPARATOR = /\n[-\s]*(?:转发的邮件|转发邮件信息|原始邮件|Original|Forwarded)[-\s]*$/i;

interface OuterEmail {
  subject?: string;
  inReplyTo?: string;
}

/** Splits the text of an email that forwards another one; undefined for others. */
export function findForwardedText(text: string, email: OuterEmail): ForwardedText | undefined {
  return splitChineseText(text) ?? splitForwardedText(text, email);
}

/** Splits an email that a Chinese mail program forwarded; undefined for others. */
function splitChineseText(text: string): ForwardedText | undefined {
  const match = SENDER_LINE.exec(text);
  const [, address] = /([^\s<>"“”()[\]]+@[^\s<>"“”()[\]]+)/.exec(match?.[1] ?? '') ?? [];
  if (!match || !address) return undefined;
  const name = match[1]!
    .slice(0, match[1]!.indexOf(address))
    .replace(/[<("“”[]/g, '')
    .trim();
  const before = `\n${text.slice(0, match.index).trimEnd()}`.replace(SEPARATOR, '').trim();
  const lines = text.slice(match.index).split('\n');
  const end = lines.findIndex((line) => !HEADER_LINE.test(line));
  const body = end < 0 ? '' : lines.slice(end).join('\n').trim();
  const headers = lines.slice(1, end < 0 ? undefined : end);
  return { before, headers, body, from: { name, address } };
}

/** Subject with which the parser returns the one in the text: it prefers any other to that. */
const BARE_PREFIX = 'Fwd:';

function splitForwardedText(text: string, outer: OuterEmail): ForwardedText | undefined {
  const { forwarded, email: prefixed } = new ForwardParser().read('', outer.subject);
  const { message, email } = new ForwardParser().read(text, BARE_PREFIX);
  const { from, date, body } = email;
  if (!from.address) return undefined;
  const { name, address } = from;
  const before = message?.trim() ?? '';
  const hasHeaders = Boolean(email.subject && date);
  if (!forwarded && !isMarkedAsForward(text, before) && (isReply(outer) || !hasHeaders))
    return undefined;
  const outerSubject = forwarded ? prefixed.subject : outer.subject;
  const headers = Object.entries({
    Date: date,
    Subject: email.subject === outerSubject ? '' : email.subject,
    To: formatForwardedTo(email.to),
    Cc: formatForwardedTo(email.cc),
  }).flatMap(([header, value]) => (value ? `${header}: ${value}` : []));
  return {
    before,
    headers: [...headers, ...listReplyToLines(text.slice(before.length), address)],
    body: body?.trim() ?? '',
    // Plain texts have the stars of a name in bold.
    from: { name: (name ?? '').replace(/^\*+|\*+$/g, ''), address },
  };
}

/** Line above a forwarded email. "Original Message" stands above quoted ones, too. */
const FORWARD_LINE = /^(?:-{3,}\s*(?!Original)\p{L}|[^\s>@]+[^>@]*:$)/u;

/** Checks for a line that says so, unless a reply quotes it. */
function isMarkedAsForward(text: string, before: string): boolean {
  const [line = ''] = text.slice(before.length).trim().split('\n', 1);
  return FORWARD_LINE.test(line.trim()) && !hasQuotation(before);
}

function hasQuotation(text: string): boolean {
  const fragments = new ReplyParser().read(text).getFragments();
  return /^_{10}/m.test(text) || fragments.some((fragment) => fragment.isQuoted());
}

const REPLY_PREFIX = /^\s*(?:re|aw|antw|sv|odp|ynt|rif|res|回复|答复)\s*(?:\[\d+\])?[:：]/i;

/** Checks for a reply, below which programs write the same headers as in a forwarded email. */
function isReply({ subject = '', inReplyTo }: OuterEmail): boolean {
  return Boolean(inReplyTo) || REPLY_PREFIX.test(subject);
}

/** Address for answers in the languages of Apple Mail. */
const REPLY_TO_LINE =
  /^(?:Reply-To|Antwort an|Répondre à|Responder a|Rispondi a|Antwoord aan|Svar til|Svara till|Vastaus|Odpowiedź-do|Odpověď na|Odpovedať-Pre|Odgovori na|Válaszcím|Răspuns către|Yanıt Adresi|Ответ-Кому|Кому відповісти)\s?:/i;

/** Lists the lines with an address for answers between the sender's and the next empty one. */
function listReplyToLines(text: string, sender: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/^[>*\s]+/, ''));
  const start = lines.findIndex((line) => line.includes(sender));
  const end = lines.indexOf('', start);
  const headers = lines.slice(start, end < 0 ? undefined : end);
  return headers.filter((line) => REPLY_TO_LINE.test(line)).map((line) => line.replace('*', ''));
}

type ForwardedTo = ReturnType<ForwardParser['read']>['email']['to'];

function formatForwardedTo(to: ForwardedTo): string {
  const mailboxes = [to ?? []].flat();
  return mailboxes
    .map(({ name, address }) => (address ? formatMailbox({ name: name ?? '', address }) : name))
    .filter(Boolean)
    .join(', ');
}
