import { FOLDING_SEPARATOR, listFoldings } from '#db/fold';
import { truncate } from '~/domain/text/text';

/** About 160 characters of a note; `hit` is empty if nothing was found. */
export interface Excerpt {
  before: string;
  hit: string;
  after: string;
}

const MAX_CHARS_BEFORE_HIT = 50;
const MAX_EXCERPT_CHARS = 160;

export function createExcerpt(text: string, start: number, end: number): Excerpt {
  const hit = truncate(text.slice(start, end), MAX_EXCERPT_CHARS);
  const from = Math.max(0, start - MAX_CHARS_BEFORE_HIT);
  const rest = Math.max(0, MAX_EXCERPT_CHARS - hit.length - (start - from));
  const before = trimLowSurrogate(text.slice(from, start)).replace(/\s+/g, ' ');
  const after = truncate(text.slice(start + hit.length), rest);
  const isCut = start + hit.length + after.length < text.trimEnd().length;
  return {
    before: (from > 0 ? `…${before}` : before).trimStart(),
    hit: hit.replace(/\s+/g, ' '),
    after: `${after.replace(/\s+/g, ' ')}${isCut ? '…' : ''}`.trimEnd(),
  };
}

export function createSearchExcerpt(text: string, searchText: string, search: string): Excerpt {
  const [start, end] = findMatch(text, searchText, search) ?? [0, 0];
  return createExcerpt(text, start, end);
}

type Fold = (part: string) => string;

/** Folds as each block of a search text is folded: ü as u in the first, as ue in the second. */
const BLOCK_FOLDS: Fold[] = [
  (part) => listFoldings(part)[0]!,
  (part) => listFoldings(part).at(-1)!,
];

function findMatch(text: string, searchText: string, search: string): [number, number] | undefined {
  for (const [n, block] of searchText.split(FOLDING_SEPARATOR).entries())
    for (const form of listFoldings(search)) {
      const index = block.indexOf(form);
      const fold = BLOCK_FOLDS[Math.min(n, 1)]!;
      if (index >= 0) return mapToOriginal(text, fold, index, index + form.length);
    }
  return undefined;
}

function mapToOriginal(text: string, fold: Fold, start: number, end: number): [number, number] {
  const [from, first] = findLetterAt(text, fold, start);
  const [last, length] = end - start > 1 ? findLetterAt(text, fold, end - 1) : [from, first];
  return [from, last + length];
}

/** Skips many letters with their marks first, then one at a time: folding can turn one letter into several. */
const SCAN_PATTERNS = [/(?:[^]\p{M}{0,30}){1,200}/uy, /[^]\p{M}{0,30}/uy];

function findLetterAt(text: string, fold: Fold, position: number): [number, number] {
  let offset = 0;
  let foldedTo = 0;
  let length = 0;
  for (const step of SCAN_PATTERNS)
    for (;;) {
      step.lastIndex = offset;
      const [part] = step.exec(text) ?? [''];
      const isReached = !part || foldedTo + fold(part).length > position;
      length = part.length;
      if (isReached) break;
      offset += part.length;
      foldedTo += fold(part).length;
    }
  return [offset, length];
}

function trimLowSurrogate(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '');
}
