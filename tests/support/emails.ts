/** Builds emails as mail programs write them. */

export interface EmailPart {
  type: string;
  content: string | Buffer;
  /** Lines beside Content-Type and Content-Transfer-Encoding. */
  headers?: string[];
}

interface EmailParts {
  headers?: string[];
  parts: EmailPart[];
}

const BOUNDARY = 'part-of-this-email';

const SENDER = [
  'From: Noor Haddaway <noor@wickham.example>',
  'To: Ana Ostrander <ana@demo.example>',
  'Subject: Wickham Valves, seed round',
  'Date: Tue, 24 Nov 2026 10:31:00 +0100',
];

/** Builds an email with the default headers, and these instead of or beside them. */
export function buildEmail({ headers = [], parts }: EmailParts): string {
  const names = headers.map((line) => line.split(':', 1)[0]!.toLowerCase());
  const kept = SENDER.filter((line) => !names.includes(line.split(':', 1)[0]!.toLowerCase()));
  const head = [...kept, ...headers, 'MIME-Version: 1.0'];
  if (parts.length === 1) return [...head, ...buildPart(parts[0]!)].join('\r\n');
  const body = parts.flatMap((part) => [`--${BOUNDARY}`, ...buildPart(part)]);
  return [
    ...head,
    `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
    '',
    ...body,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
}

function buildPart({ type, content, headers = [] }: EmailPart): string[] {
  const bytes = Buffer.from(content).toString('base64');
  const lines = bytes.match(/.{1,76}/g) ?? [];
  return [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    ...headers,
    '',
    ...lines,
    '',
  ];
}

export const textPart = (content: string): EmailPart => ({
  type: 'text/plain; charset=utf-8',
  content,
});

export const filePart = (name: string, content: string | Buffer): EmailPart => ({
  type: 'application/pdf',
  content,
  headers: [`Content-Disposition: attachment; filename="${name}"`],
});
