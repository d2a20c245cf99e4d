/**
 * Normalizes texts for search (rule 4.2). Stored columns hold the result, so a change needs a
 * migration that fills them again.
 */

/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};
const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** NFKC turns one character into up to 18; a text that grows more is compared as typed. */
const MAX_GROWTH = 3;
const SHORT_TEXT_CHARACTERS = 100;

/** Characters typed as an apostrophe, or substituted for one by office programs. */
const ANY_APOSTROPHE = /[\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032\u2035\ua78c\uff07]/g;
const ANY_HYPHEN = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
/** Soft hyphens, zero-width characters, and emoji variation selectors. */
const IGNORED = /\p{Default_Ignorable_Code_Point}+/gu;

/** Unifies apostrophes and hyphens without moving any character. */
export function toPlainPunctuation(text: string): string {
  return text.replace(ANY_APOSTROPHE, "'").replace(ANY_HYPHEN, '-');
}

function toPlainSigns(text: string): string {
  return toPlainPunctuation(text).replace(IGNORED, '');
}

/** Includes the half-width kana marks, which NFKC turns into combining marks. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
const MAX_MARKS_IN_A_ROW = 30;
const FULL_RUN = new RegExp(`${MARK}{${MAX_MARKS_IN_A_ROW}}(?=${MARK})`, 'gu');
const LONG_RUN = new RegExp(`${MARK}{${MAX_MARKS_IN_A_ROW + 1}}`, 'u');
/** Combining grapheme joiner: marks are not reordered across it. */
const JOINER = '\u034f';

const EXCESS_OF_RUN = new RegExp(`(${MARK}{${MAX_MARKS_IN_A_ROW}})${MARK}+`, 'gu');

export function cutMarkRuns(text: string): string {
  return text.replace(EXCESS_OF_RUN, '$1');
}

/** Detects more combining marks in a row than the Stream-Safe Text Format allows (UAX #15). */
export function hasLongMarkRun(text: string): boolean {
  return LONG_RUN.test(text);
}

/**
 * Normalizes in linear time: `String.normalize` takes 82 ms for 10,000 marks in a row, and four
 * times as long for twice as many.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const streamSafe = hasLongMarkRun(text) ? text.replace(FULL_RUN, `$&${JOINER}`) : text;
  return streamSafe.normalize(form);
}

export function foldCase(text: string): string {
  const typed = toPlainSigns(text);
  const normal = normalizeText(typed, 'NFKC');
  const isOverlong = normal.length > MAX_GROWTH * typed.length + SHORT_TEXT_CHARACTERS;
  const lower = (isOverlong ? typed : normal).toLowerCase();
  return toPlainSigns(lower.replaceAll('ς', 'σ'));
}

/** Folds case and accents: Müller to muller, ß to ss. White space becomes one space. */
export function foldText(text: string): string {
  return removeAccents(foldCase(text));
}

/** Most texts are plain ASCII, which takes a fifth of the time. */
function isPlain(text: string): boolean {
  return !/[^\t\n\r -~]/.test(text);
}

/** Returns the folded text, and a second form with ä, ö and ü as ae, oe and ue if it has them. */
export function listFoldings(text: string): string[] {
  if (isPlain(text)) return [text.toLowerCase().replace(/\s/g, ' ')];
  const lower = foldCase(text);
  const plain = removeAccents(lower);
  if (!/[äöü]/.test(lower)) return [plain];
  return [plain, removeAccents(lower.replace(/[äöü]/g, (letter) => SPELLED_OUT[letter]!))];
}

function removeAccents(text: string): string {
  const withoutMarks = normalizeText(text, 'NFD').replace(
    /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}])\p{M}+/gu,
    '$1',
  );
  return normalizeText(withoutMarks, 'NFC')
    .replace(/[ßæœøłđðþħı]/g, (letter) => LETTERS[letter]!)
    .replace(/\s/g, ' ');
}

export const FOLDING_SEPARATOR = '\n\n';

/**
 * Builds a search text: each text on a line, in one block per folding. It begins with the first
 * text folded, and so sorts by it.
 */
export function buildSearchText(...texts: (string | null | undefined)[]): string {
  const forms = texts.map((text) => listFoldings(text ?? '')).filter(([form]) => form);
  const plain = forms.map(([first]) => first).join('\n');
  const spelledOut = forms.map((form) => form.at(-1)).join('\n');
  return plain === spelledOut ? plain : `${plain}${FOLDING_SEPARATOR}${spelledOut}`;
}
