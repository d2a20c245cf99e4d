import ForwardParser from 'email-forward-parser';
import { formatMailbox } from '~/domain/email/note-text';
import type { Mailbox } from '~/domain/email/parsed-email';

interface ForwardedText {
  before: string;
  /** Day and recipients, as the mail program wrote them. */
  headers: string[];
  body: string;
  from: Mailbox;
}

/** Sender's line of Chinese mail programs, which email-forward-parser does not know. */
const SENDER_LINE = /^[> ]*发件人[:：]\s*(.*)$/m;
const HEADER_LINE = /^[> ]*(?:发件人|发送时间|发送日期|日期|时间|收件人|抄送|主题)[:：].*$/;
const SEPARATOR = /\n[-\s]*(?:转发的邮件|转发邮件信息|原始邮件|Original|Forwarded)[-\s]*$/i;

/** Splits the text of an email that forwards another one; undefined for others. */
export function findForwardedText(text: string, subject: string): ForwardedText | undefined {
  return splitChineseText(text) ?? toForwardedText(new ForwardParser().read(text, subject));
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

function toForwardedText({
  forwarded,
  message,
  email,
}: ReturnType<ForwardParser['read']>): ForwardedText | undefined {
  const { from, date, body } = email;
  if (!forwarded || !from.address) return undefined;
  const { name, address } = from;
  const headers = Object.entries({
    Date: date,
    To: formatForwardedTo(email.to),
    Cc: formatForwardedTo(email.cc),
  });
  return {
    before: message?.trim() ?? '',
    headers: headers.flatMap(([header, value]) => (value ? `${header}: ${value}` : [])),
    body: body?.trim() ?? '',
    // Plain texts have the stars of a name in bold.
    from: { name: (name ?? '').replace(/^\*+|\*+$/g, ''), address },
  };
}

type ForwardedTo = ReturnType<ForwardParser['read']>['email']['to'];

function formatForwardedTo(to: ForwardedTo): string {
  const mailboxes = [to ?? []].flat();
  return mailboxes
    .map(({ name, address }) => (address ? formatMailbox({ name: name ?? '', address }) : name))
    .filter(Boolean)
    .join(', ');
}
