/** Rules of files that also run in the browser. */

export const MB = 1024 * 1024;
/** On one deal. */
export const MOST_FILES = 1_000;
/** In UTF-16 code units. */
const LONGEST_NAME = 255;

/** Control characters, lone surrogates, and what no workbook can hold. */
const UNSTORABLE = /[\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}\ufffe\uffff]/gu;
/** They make a name look as if it ended otherwise. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A file's name as it is kept: without folders, control and direction signs, of 1 to 255 characters
 * (rule 26.3). A longer one keeps its ending.
 */
export function fileName(sent: string): string {
  const [last = ''] = sent.replace(DIRECTIONS, '').split(/[/\\]/).slice(-1);
  const name = last.replace(UNSTORABLE, '').trim();
  return /^\.*$/.test(name) ? 'file' : shortened(name);
}

function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const ending = /\.[^.\s]{1,20}$/.exec(name)?.[0] ?? '';
  const start = name.slice(0, LONGEST_NAME - ending.length).replace(/[\ud800-\udbff]$/, '');
  return start + ending;
}

const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
const ANY_TYPE = 'application/octet-stream';

/** The type that a browser sent with a file. */
export function fileType(sent: string | undefined): string {
  const type = sent?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  return TYPE.test(type) ? type : ANY_TYPE;
}

/** What a browser would run. */
const ACTIVE = /html|xml|svg|script|flash|multipart|mhtml/;

/** The type that a download has. */
export function sentType(type: string): string {
  return ACTIVE.test(type) ? ANY_TYPE : type;
}

/** How the files begin that may be looked at in the browser, a character for each byte. */
const SHOWN: [type: string, begins: (start: string) => boolean][] = [
  ['application/pdf', (start) => start.startsWith('%PDF-')],
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/gif', (start) => /^GIF8[79]a/.test(start)],
  ['image/webp', (start) => /^RIFF[^]{4}WEBP/.test(start)],
];
/** Bytes that tell the type. */
export const START = 12;
export const SHOWN_TYPES = SHOWN.map(([type]) => type);

/** What a file is by its first bytes, each a character; undefined for what is not shown. */
export function shownType(start: string): string | undefined {
  return SHOWN.find(([, begins]) => begins(start))?.[0];
}

/** '12 B', '3.4 KB', '50 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes.toLocaleString('en')} B`;
  const [size, unit] = bytes < MB ? [bytes / 1024, 'KB'] : [bytes / MB, 'MB'];
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}
