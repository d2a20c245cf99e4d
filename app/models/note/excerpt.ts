import { truncated } from '~/models/text';
import { noteSearchText } from './schema';

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
  const [start, end] = findIn(text, searchText, noteSearchText(search)) ?? [0, 0];
  return excerptAt(text, start, end);
}

/** Most texts are as long when they are normalized, so that places are the same. */
function findIn(text: string, searchText: string, search: string): [number, number] | undefined {
  const at = searchText.indexOf(search);
  if (at < 0) return undefined;
  const end = at + search.length;
  if (noteSearchText(text.slice(at, end)) === search) return [at, end];
  return findInClusters(text, search, end);
}

/**
 * Letter by letter with their marks, as far as to `until` in the normalized text: normalized, each
 * may be shorter or longer.
 */
function findInClusters(text: string, search: string, until: number): [number, number] | undefined {
  const places: number[] = [];
  let normalized = '';
  for (const { 0: cluster, index } of text.matchAll(/[^]\p{M}{0,30}/gu)) {
    const part = noteSearchText(cluster);
    for (let n = 0; n < part.length; n++) places.push(index);
    normalized += part;
    if (normalized.length > until) break;
  }
  const at = normalized.indexOf(search);
  if (at < 0) return undefined;
  return [places[at]!, places[at + search.length] ?? text.length];
}

function withoutHalf(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '');
}
