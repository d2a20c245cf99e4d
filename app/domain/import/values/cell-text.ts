import type { ImportCell } from '#db/schema';
import { getCellText } from '~/domain/import/reading/cell';

/** Matches placeholders that are not texts, either, unlike 'open' and 'none'. */
const PLACEHOLDER = /^(?:[-–—]+|n\/?a|tbd|tba)$/i;

const PLACEHOLDER_WORDS =
  /^(?:tbc|none|open|unknown|\?+|k\. ?a\.?|keine|offen|unbekannt|暂无|无|無|待定|未定|未知|不明|なし)$/i;

export const isCertainPlaceholder = (text: string) => PLACEHOLDER.test(text);

export const isPlaceholder = (text: string) =>
  isCertainPlaceholder(text) || PLACEHOLDER_WORDS.test(text);

export const UNDECODABLE = '\ufffd';

export const NOT_DECODED = 'contains a character that could not be read';

export function isDecoded(text: string): boolean {
  return !text.includes(UNDECODABLE);
}

export function toOneLine(cell: ImportCell): string {
  const lines = getCellText(cell).split('\n');
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}
