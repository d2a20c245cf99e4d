import { isBlank } from '~/domain/text/text';

const MAX_FILE_NAME_LENGTH = 255;

/** Control characters, lone surrogates, and characters that no workbook can hold. */
const UNSTORABLE_CHARACTERS = /[\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

/** Characters that make a name look as if it had another extension. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Removes folders, control and direction characters, and shortens to 255 UTF-16 code units before
 * the extension (rule 26.3).
 */
export function sanitizeFileName(input: string): string {
  const [last = ''] = input.replace(DIRECTION_MARKS, '').split(/[/\\]/).slice(-1);
  const name = last.replace(UNSTORABLE_CHARACTERS, '').trim();
  return isBlank(name.replaceAll('.', '')) ? 'file' : shortenFileName(name);
}

function shortenFileName(name: string): string {
  if (name.length <= MAX_FILE_NAME_LENGTH) return name;
  const ending = /\.[^.\s]{1,20}$/.exec(name)?.[0] ?? '';
  const start = name.slice(0, MAX_FILE_NAME_LENGTH - ending.length).replace(/[\ud800-\udbff]$/, '');
  return start + ending;
}
