/**
 * How every search compares texts (rule 4.2). Stored columns hold the result, which migrations fill
 * by these functions: a change of them comes with a migration that fills the columns again.
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

/** NFKC makes up to 18 characters of one: a text that grows beyond this is compared as it was typed. */
const MAX_GROWTH = 3;
const SHORT_TEXT_CHARACTERS = 100;

/** Typed as an apostrophe, or set instead of one by an office program. */
const ANY_APOSTROPHE = /[\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032\u2035\ua78c\uff07]/g;
const ANY_HYPHEN = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
/** Soft hyphens, signs without width, and the variation selectors of emoji. */
const IGNORED = /\p{Default_Ignorable_Code_Point}+/gu;

/** Returns the text with one kind of apostrophe and one of hyphen, every character at its place. */
export function toPlainPunctuation(text: string): string {
  return text.replace(ANY_APOSTROPHE, "'").replace(ANY_HYPHEN, '-');
}

/** The same without signs that are not seen: the one form in which texts are compared. */
function toPlainSigns(text: string): string {
  return toPlainPunctuation(text).replace(IGNORED, '');
}

/** Also the half-width marks of kana, which become combining marks by NFKC. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
const MAX_MARKS_IN_A_ROW = 30;
const FULL_RUN = new RegExp(`${MARK}{${MAX_MARKS_IN_A_ROW}}(?=${MARK})`, 'gu');
const LONG_RUN = new RegExp(`${MARK}{${MAX_MARKS_IN_A_ROW + 1}}`, 'u');
/** A combining grapheme joiner: marks before and after it are not put in order together. */
const JOINER = '\u034f';

/** True for more combining marks in a row than the Stream-Safe Text Format allows (UAX #15). */
export function hasLongMarkRun(text: string): boolean {
  return LONG_RUN.test(text);
}

/**
 * Normalizes a text in linear time: `String.normalize` alone takes 82 ms for 10,000 marks in a row,
 * and four times as long for twice as many.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const streamSafe = hasLongMarkRun(text) ? text.replace(FULL_RUN, `$&${JOINER}`) : text;
  return streamSafe.normalize(form);
}

/** Lower case, in any script, without regard to width: NFKC, with the final sigma as sigma. */
export function foldCase(text: string): string {
  const typed = toPlainSigns(text);
  const normal = normalizeText(typed, 'NFKC');
  const isOverlong = normal.length > MAX_GROWTH * typed.length + SHORT_TEXT_CHARACTERS;
  const lower = (isOverlong ? typed : normal).toLowerCase();
  return toPlainSigns(lower.replaceAll('ς', 'σ'));
}

/** NFKC made this of U+00B4, the acute accent that some type as an apostrophe. */
const SPACED_ACUTE = / \u0301/g;

/** The same without accents: Müller as muller, and ß as ss. White space counts as one space. */
export function foldText(text: string): string {
  return removeAccents(foldCase(text));
}

/** True for most texts, which take a fifth of the time. */
function isPlain(text: string): boolean {
  return !/[^\t\n\r -~]/.test(text);
}

/** The forms in which a text is found: folded, and with ä, ö and ü as ae, oe and ue if it has them. */
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

/** Separates the blocks of a search text: one for each folding. */
export const FOLDING_SEPARATOR = '\n\n';

/** What a search looks through: each text on its line, in one block for each of the foldings. */
export function buildSearchText(...texts: (string | null | undefined)[]): string {
  const forms = texts.map((text) => listFoldings(text ?? '')).filter(([form]) => form);
  const plain = forms.map(([first]) => first).join('\n');
  const spelledOut = forms.map((form) => form.at(-1)).join('\n');
  return plain === spelledOut ? plain : `${plain}${FOLDING_SEPARATOR}${spelledOut}`;
}

/** Returns a stored search text as today's rules would fill it, for a migration. */
export function refoldSearchText(searchText: string): string {
  if (isPlain(searchText)) return searchText;
  const refold = (line: string) => toPlainSigns(line.replace(SPACED_ACUTE, "'"));
  const blocks = searchText
    .split(FOLDING_SEPARATOR)
    .map((block) => block.split('\n').map(refold).filter(Boolean).join('\n'));
  return blocks.join(FOLDING_SEPARATOR);
}
