import { buildEmail, filePart, textPart } from './emails';

/** Emails as broken programs and attackers write them, each with its own Message-ID. */

interface HostileEmail {
  kind: string;
  bytes: Buffer;
  /** A part of the text, or of a file's name, that has to survive; undefined for what is no email. */
  kept?: string;
}

const head = (n: number, ...headers: string[]) =>
  [
    'From: Noor Haddaway <noor@wickham.example>',
    'To: deals@fund.example',
    `Subject: Hostile ${n}`,
    `Message-ID: <hostile-${n}@wickham.example>`,
    'MIME-Version: 1.0',
    ...headers,
  ].join('\r\n');

const plain = (n: number, text: string, ...headers: string[]) =>
  `${head(n, 'Content-Type: text/plain; charset=utf-8', ...headers)}\r\n\r\n${text}`;

const withFile = (n: number, name: string) => {
  const headers = [`Message-ID: <hostile-${n}@wickham.example>`, `Subject: Hostile ${n}`];
  return buildEmail({ headers, parts: [textPart('See the file.'), filePart(name, `%PDF ${n}`)] });
};

function nestParts(n: number, depth: number): string {
  let body = 'Content-Type: text/plain\r\n\r\nThe innermost text\r\n';
  for (let level = 0; level < depth; level++)
    body = `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n${body}\r\n--b${level}--\r\n`;
  return `${head(n)}\r\n${body}`;
}

const mixed = (n: number, boundary: string, body: string) =>
  `${head(n, `Content-Type: multipart/mixed${boundary}`)}\r\n\r\n${body}`;

const forwarded = (n: number) =>
  mixed(
    n,
    '; boundary=b',
    [
      '--b',
      'Content-Type: text/plain',
      '',
      'Please look at this.',
      '--b',
      'Content-Type: message/rfc822',
      'Content-Disposition: attachment',
      '',
      'From: Ida <ida@corvane.example>',
      'Subject: Inner subject',
      '',
      'The inner text',
      '--b--',
      '',
    ].join('\r\n'),
  );

const many = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join('');

type Builder = (n: number) => string | Buffer;

const KINDS: Record<string, { build: Builder; kept?: string }> = {
  'parts nested 20 deep': { build: (n) => nestParts(n, 20), kept: 'The innermost text' },
  'parts nested 200 deep': { build: (n) => nestParts(n, 200) },
  '10,000 headers': {
    build: (n) =>
      plain(
        n,
        'Behind headers',
        ...many(10_000, (h) => `X-${h}: ${h}\n`)
          .trim()
          .split('\n'),
      ),
    kept: 'Behind headers',
  },
  'a line of 5 MB': { build: (n) => plain(n, 'x'.repeat(5_000_000)), kept: 'xxx' },
  'no boundary': { build: (n) => mixed(n, '', 'Without a boundary'), kept: 'Hostile' },
  'a boundary that never comes': {
    build: (n) => mixed(n, '; boundary=b', 'Before any boundary'),
    kept: 'Before any boundary',
  },
  'a boundary that never ends': {
    build: (n) => mixed(n, '; boundary=b', '--b\r\nContent-Type: text/plain\r\n\r\nUnfinished'),
    kept: 'Unfinished',
  },
  'an unknown charset': {
    build: (n) => `${head(n, 'Content-Type: text/plain; charset=x-nothing')}\r\n\r\nCharset`,
    kept: 'Charset',
  },
  'UTF-8 that is none': {
    build: (n) => Buffer.concat([Buffer.from(plain(n, 'Bytes ')), Buffer.from([0xc3, 0x28, 0xff])]),
    kept: 'Bytes',
  },
  'base64 that is none': {
    build: (n) => plain(n, '%%% not base64 %%%', 'Content-Transfer-Encoding: base64'),
    kept: 'Hostile',
  },
  'an unknown transfer encoding': {
    build: (n) => plain(n, 'As it is', 'Content-Transfer-Encoding: x-zip'),
    kept: 'As it is',
  },
  'headers of raw bytes': {
    build: (n) =>
      Buffer.concat([
        Buffer.from(`X-Name: `),
        Buffer.from([0xe9, 0x00, 0xff]),
        Buffer.from(`\r\n${plain(n, 'Raw headers')}`),
      ]),
    kept: 'Raw headers',
  },
  'control characters': { build: (n) => plain(n, 'A\u0000B\u0007C \u202ED'), kept: 'A' },
  'a message in it': { build: forwarded, kept: 'Please look at this.' },
  'winmail.dat': {
    build: (n) =>
      mixed(
        n,
        '; boundary=b',
        '--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Disposition: attachment; filename=winmail.dat\r\n\r\nx\u009f>"\r\n--b--\r\n',
      ),
    kept: 'winmail.dat',
  },
  'no bytes': { build: () => '' },
  'no text': { build: (n) => plain(n, '') },
  'HTML alone': {
    build: (n) =>
      `${head(n, 'Content-Type: text/html')}\r\n\r\n<table><tr><td>In a table<script>alert(1)</script>`,
    kept: 'In a table',
  },
  'HTML nested 20,000 deep': {
    build: (n) => `${head(n, 'Content-Type: text/html')}\r\n\r\n${'<div>'.repeat(20_000)}Deep`,
    kept: '.html',
  },
  'a table of 60,000 cells': {
    build: (n) =>
      `${head(n, 'Content-Type: text/html')}\r\n\r\n<table><tr><td>Cells${'<tr><td>a<td>b'.repeat(30_000)}`,
    kept: 'Cells',
  },
  'tables nested 20,000 deep': {
    build: (n) =>
      `${head(n, 'Content-Type: text/html')}\r\n\r\nTables${'<table><form><tr><td>a<br>b'.repeat(20_000)}`,
    kept: '.html',
  },
  'sections nested 50,000 deep': {
    build: (n) =>
      `${head(n, 'Content-Type: text/html')}\r\n\r\n<table><tr><td>Sections${'<center>'.repeat(50_000)}<tr><td>a`,
    kept: '.html',
  },
  'long lines in nested tables': {
    build: (n) =>
      `${head(n, 'Content-Type: text/html')}\r\n\r\n${'<table><tr><td>a<br>'.repeat(100)}Lines ${'b<br>'.repeat(390_000)}`,
    kept: '.html',
  },
  'cells that span a billion columns': {
    build: (n) =>
      `${head(n, 'Content-Type: text/html')}\r\n\r\n<table>${'<tr><td colspan=1000000000 rowspan=1000000000>Spans'.repeat(1_000)}`,
    kept: 'Spans',
  },
  'a file with a path': { build: (n) => withFile(n, '../../etc/passwd'), kept: 'passwd' },
  'a file with a Windows path': {
    build: (n) => withFile(n, 'C:\\\\x\\\\deck.pdf'),
    kept: 'deck.pdf',
  },
  'a file with a long name': { build: (n) => withFile(n, `${'n'.repeat(5_000)}.pdf`), kept: 'nnn' },
  'a file without a name': {
    build: (n) =>
      mixed(n, '; boundary=b', '--b\r\nContent-Disposition: attachment\r\n\r\nx\r\n--b--\r\n'),
    kept: 'attachment',
  },
  'no sender': {
    build: (n) => `Subject: Hostile ${n}\r\nMessage-ID: <hostile-${n}@a.example>\r\n\r\nNobody`,
    kept: 'Nobody',
  },
  'a sender without an address': {
    build: (n) => plain(n, 'Name alone').replace(/^From: .*$/m, 'From: undisclosed'),
    kept: 'Name alone',
  },
  '100,000 recipients': {
    build: (n) =>
      plain(n, 'To many', `Cc: ${many(50_000, (to) => `a${to}@b.example, `)}x@y.example`),
    kept: 'To many',
  },
  'references of 1 MB': {
    build: (n) => plain(n, 'Refers', `References: ${many(40_000, (id) => `<${id}@b.example> `)}`),
    kept: 'Refers',
  },
  'a subject of 1 MB': {
    build: (n) =>
      plain(n, 'Subject').replace(/^Subject: .*$/m, `Subject: Re: ${'Fwd: '.repeat(200_000)}`),
    kept: 'Subject',
  },
  'lines that end with LF alone': {
    build: (n) => plain(n, 'Line feeds').replaceAll('\r\n', '\n'),
    kept: 'Line feeds',
  },
  'a line of an mbox': {
    build: (n) => `From noor@wickham.example Tue Nov 24 10:31:00 2026\r\n${plain(n, 'From a box')}`,
    kept: 'From a box',
  },
  'a date that is none': { build: (n) => plain(n, 'Undated', 'Date: tomorrow'), kept: 'Undated' },
  '100,000 signs of quotation': {
    build: (n) => plain(n, `Top\n${'>'.repeat(100_000)}`),
    kept: 'Top',
  },
  '20,000 quoted lines': { build: (n) => plain(n, `Top\n${'> a\n'.repeat(20_000)}`), kept: 'Top' },
  'introductions without an end': {
    build: (n) => plain(n, `Top\n${'On Mon, a@b.example '.repeat(4_000)}`),
    kept: 'Top',
  },
  'introductions on each line': {
    build: (n) => plain(n, `Top\n${'On Mon, Noor <a@b.example> wrote\n'.repeat(3_000)}`),
    kept: 'Top',
  },
  'headers of forwarded emails': {
    build: (n) =>
      plain(n, `Top\n${'From: a\nDate: b\nSubject: c\nTo: d\n'.repeat(2_500)}`).replace(
        'Subject: H',
        'Subject: Fwd: H',
      ),
    kept: 'Top',
  },
  'lines of dashes': {
    build: (n) => plain(n, `Top\n${`${'-'.repeat(60)}\n`.repeat(1_500)}`),
    kept: 'Top',
  },
  '100,000 spaces': { build: (n) => plain(n, `Top\n${' '.repeat(99_000)}x`), kept: 'Top' },
  'a deck within the text': {
    build: (n) =>
      mixed(
        n,
        '; boundary=b',
        '--b\r\nContent-Type: application/pdf\r\nContent-Disposition: inline\r\n\r\n%PDF\r\n--b--\r\n',
      ),
    kept: 'attachment',
  },
  'an invitation': {
    build: (n) =>
      `${head(n, 'Content-Type: text/calendar; method=REQUEST')}\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR`,
    kept: 'invitation.ics',
  },
};

export const HOSTILE_KINDS = Object.keys(KINDS);

/** Builds the `n`-th hostile email; the kinds repeat. */
export function buildHostileEmail(n: number): HostileEmail {
  const kind = HOSTILE_KINDS[n % HOSTILE_KINDS.length]!;
  const { build, kept } = KINDS[kind]!;
  return { kind, bytes: Buffer.from(build(n)), kept };
}
