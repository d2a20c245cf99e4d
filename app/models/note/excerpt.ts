import { foldings, FORM_START } from '#db/fold';
import { truncated } from '~/models/text';

/** About 160 characters of a note around what was found; `hit` is empty without one. */
export interface Excerpt {
  before: string;
  hit: string;
  after: string;
}

/** Characters on each side of the hit. */
const BEFORE = 50;
const AROUND = 160;

/** The part of a text around what stands from `start` to `end`. */
export function excerptAt(text: string, start: number, end: number): Excerpt {
  const hit = truncated(text.slice(start, end), AROUND);
  const from = Math.max(0, start - BEFORE);
  const rest = Math.max(0, AROUND - hit.length - (start - from));
  const before = withoutHalf(text.slice(from, start)).replace(/\s+/g, ' ');
  const after = truncated(text.slice(start + hit.length), rest);
  const isCut = start + hit.length + after.length < text.trimEnd().length;
  return {
    before: (from > 0 ? `…${before}` : before).trimStart(),
    hit: hit.replace(/\s+/g, ' '),
    after: `${after.replace(/\s+/g, ' ')}${isCut ? '…' : ''}`.trimEnd(),
  };
}

/**
 * The part around the first place where a search finds the text, whose `searchText` is given; its
 * beginning without one.
 */
export function excerptOf(text: string, searchText: string, search: string): Excerpt {
  const [start, end] = findIn(text, searchText, search) ?? [0, 0];
  return excerptAt(text, start, end);
}

type Fold = (part: string) => string;

function findIn(text: string, searchText: string, search: string): [number, number] | undefined {
  for (const [n, block] of searchText.split(FORM_START).entries())
    for (const form of foldings(search)) {
      const index = block.indexOf(form);
      const fold: Fold = (part) => foldings(part).at(n && -1)!;
      if (index >= 0) return placeOf(text, fold, index, index + form.length);
    }
  return undefined;
}

/** Where in a text stands what is from `start` to `end` when it is folded. */
function placeOf(text: string, fold: Fold, start: number, end: number): [number, number] {
  const [from, first] = letterAt(text, fold, start);
  const [last, length] = end - start > 1 ? letterAt(text, fold, end - 1) : [from, first];
  return [from, last + length];
}

/** Many letters with their marks, to come near a place, and one: a letter may be folded to several. */
const STEPS = [/(?:[^]\p{M}{0,30}){1,200}/uy, /[^]\p{M}{0,30}/uy];

/** Place and length of the letter that stands at `place` when the text is folded. */
function letterAt(text: string, fold: Fold, place: number): [number, number] {
  let [offset, foldedTo, length] = [0, 0, 0];
  for (const step of STEPS)
    for (;;) {
      step.lastIndex = offset;
      const [part] = step.exec(text) ?? [''];
      const isReached = !part || foldedTo + fold(part).length > place;
      length = part.length;
      if (isReached) break;
      offset += part.length;
      foldedTo += fold(part).length;
    }
  return [offset, length];
}

function withoutHalf(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '');
}
