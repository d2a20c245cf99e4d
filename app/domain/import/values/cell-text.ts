import type { ImportCell } from '#db/schema';
import { getCellText } from '~/domain/import/reading/cell';

/** Matches placeholders that are not texts, either, unlike 'open' and 'none'. */
const PLACEHOLDER = /^(?:[-–—]+|n\/?a|tbd|tba)$/i;

const PLACEHOLDER_WORDS =
  /^(?:tbc|none|open|unknown|\?+|k\. ?a\.?|keine|offen|unbekannt|暂无|无|無|待定|未定|未知|不明|なし)$/i;

export const isCertainPlaceholder = (text: string) => PLACEHOLDER.test(text);

export const isPlaceholder = (text: string) =>
  isCertainPlaceholder(text) || PLACEHOLDER_WORDS.test(text);

const UNDECODABLE = '\ufffd';

/** Matches what spreadsheets show, and copy, in a column that is too narrow for the value. */
const TOO_NARROW = /^#{3,}$/;

/** Returns why the text is not what was written, as the end of a sentence; undefined for others. */
export function describeLostText(text: string): string | undefined {
  if (text.includes(UNDECODABLE)) return 'contains a character that could not be read';
  return TOO_NARROW.test(text.trim())
    ? 'is what a spreadsheet shows in a column that is too narrow for the value'
    : undefined;
}

export function toOneLine(cell: ImportCell): string {
  const lines = getCellText(cell).split('\n');
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}
