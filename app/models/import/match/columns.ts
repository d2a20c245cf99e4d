import { normalized } from '#db/fold';
import type { ImportCell, ImportSheet } from '#db/schema';
import { contactKey } from '~/models/contact/import-fields';
import { CATEGORIES } from '~/models/evaluation/criteria';
import { leftAlone } from '~/models/export/columns';
import { PIPELINE_FIELDS } from '~/models/pipeline/fields';
import { pick } from '~/models/record';
import { truncated } from '~/models/text';
import { cellText, columnLetter, isBlank } from '~/models/import/cell';
import { unitsInHeaders, unitsInRow } from './amounts';
import { COMPUTED_HEADERS, CONTACT_NAMES, CONTACT_WORDS, HEADER_WORDS } from './header-words';
import { type Holds, targetsOf } from './targets';

export type FoundSheet = Omit<ImportSheet, 'samples' | 'rows'>;

/** Whether a text is one of the fund's rounds. */
export type IsRound = (text: string) => boolean;

/** Letters and digits, without case, width and accents. */
export function plainHeader(header: string): string {
  return normalized(header, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** A header's words and how good a guess they are for which field; the lowest rank is the best. */
interface Guess {
  target: string;
  rank: number;
}

type Words = Map<string, Guess[]>;

type Named = [target: string, names: string[]][];

/** The words of fields; the first of each field has the rank of its group, the others the next. */
function wordsOf(...groups: [rank: number, fields: Named][]): Words {
  const words: Words = new Map();
  for (const [first, fields] of groups)
    for (const [target, names] of fields)
      for (const [i, name] of names.entries()) {
        const plain = plainHeader(name);
        words.set(plain, [...(words.get(plain) ?? []), { target, rank: first + i }]);
      }
  return words;
}

function labelsOf(holds: Holds): Named {
  const targets = targetsOf(holds).filter(({ key }) => !contactKey(key));
  return targets.map(({ key, label }) => [key, [label]]);
}

const formLabels = PIPELINE_FIELDS.map(({ key, form, details }): Named[number] => {
  const labels = [form.label, details === 'title' ? undefined : details.label];
  return [key, labels.filter((label) => label !== undefined)];
});

const WORDS = {
  deals: wordsOf(
    [0, labelsOf('deals')],
    [1, formLabels],
    [10, Object.entries(HEADER_WORDS)],
    [100, Object.entries(CONTACT_NAMES)],
  ),
  evaluations: wordsOf(
    [0, labelsOf('evaluations')],
    [10, Object.entries(pick(HEADER_WORDS, ['companyName', 'reference']))],
  ),
};
const BESIDE_CONTACT = wordsOf([20, Object.entries(CONTACT_WORDS)]);
const COMPUTED = {
  deals: new Set(COMPUTED_HEADERS.deals.map(plainHeader)),
  evaluations: new Set(
    [...COMPUTED_HEADERS.evaluations, ...CATEGORIES.map(({ title }) => title)].map(plainHeader),
  ),
};

/** A column of the export that follows from the others. */
export function isComputed(holds: Holds, header: string): boolean {
  return holds !== 'ignored' && COMPUTED[holds].has(plainHeader(header));
}

/** Longer texts are no headers. */
const LONGEST_HEADER = 80;
/** Characters that are kept of one, and shown. */
const KEPT_HEADER = 200;

/** 'Ask (in $M)' as 'Ask' and 'Stage / Round' as 'Stage' are weaker guesses than the whole. */
function spellings(header: string): { text: string; penalty: number }[] {
  const bare = header
    .replace(/[([{（【].*?[)\]}）】]/g, ' ')
    .replace(/\s+in\s+[\p{Sc}\p{L}]{1,4}\s*$/iu, ' ');
  const parts = bare.split(/[/\n|]/);
  return [
    { text: header, penalty: 0 },
    { text: bare, penalty: 200 },
    ...(parts.length > 1 ? parts.map((text, i) => ({ text, penalty: 400 + i })) : []),
  ];
}

function guessesOf(
  holds: keyof typeof WORDS,
  header: string,
  words: Words = WORDS[holds],
): Guess[] {
  const isNone = !header.trim() || header.length > LONGEST_HEADER || isComputed(holds, header);
  if (isNone) return [];
  const key = targetsOf(holds).find((target) => target.key === header.trim())?.key;
  if (key) return [{ target: key, rank: 0 }];
  return spellings(header).flatMap(({ text, penalty }) =>
    (words.get(plainHeader(text)) ?? []).map((guess) => ({ ...guess, rank: guess.rank + penalty })),
  );
}

/** For each header its field: the best guesses first, each field once. */
function guessTargets(holds: keyof typeof WORDS, headers: string[]): (string | null)[] {
  const guessed = (words?: Words) =>
    headers.flatMap((header, column) =>
      guessesOf(holds, header, words).map((guess) => ({ ...guess, column })),
    );
  const all = guessed();
  const namesContact = all.some(({ target }) => target === 'contactName');
  const guesses = [...all, ...(namesContact ? guessed(BESIDE_CONTACT) : [])].sort(
    (a, b) => a.rank - b.rank || a.column - b.column,
  );
  const targets: (string | null)[] = headers.map(() => null);
  for (const { column, target } of guesses)
    if (!targets[column] && !targets.includes(target)) targets[column] = target;
  return namedContacts(targets, guesses);
}

/**
 * A contact is somebody: "Contact", which alone is the CEO, names whom other columns tell the email or
 * phone of, and these columns go nowhere where nobody is named.
 */
function namedContacts(
  targets: (string | null)[],
  guesses: { target: string; column: number }[],
): (string | null)[] {
  const isDetail = (target: string | null) => target !== null && contactKey(target) !== undefined;
  if (!targets.some(isDetail) || targets.includes('contactName')) return targets;
  const ceo = targets.indexOf('ceoName');
  if (guesses.some(({ target, column }) => column === ceo && target === 'contactName'))
    return targets.with(ceo, 'contactName');
  const isNamed = ceo >= 0 || targets.includes('contactEmail');
  return isNamed ? targets : targets.map((target) => (isDetail(target) ? null : target));
}

interface Candidate {
  headerRow: number;
  headers: string[];
  holds: keyof typeof WORDS;
  targets: (string | null)[];
  targetCount: number;
}

function candidate(cells: ImportCell[], index: number): Candidate {
  const headers = cells.map((cell) => truncated(cellText(cell).trim(), KEPT_HEADER));
  const [deals, evaluations] = (['deals', 'evaluations'] as const).map((holds) => {
    const targets = guessTargets(holds, headers);
    const targetCount = targets.filter(Boolean).length;
    return { headerRow: index + 1, headers, holds, targets, targetCount };
  });
  return evaluations!.targetCount > deals!.targetCount ? evaluations! : deals!;
}

/** Several texts, none twice, and a row below it: a header row in words that are not known. */
function looksLikeHeader(rows: ImportCell[][], index: number): boolean {
  const filled = rows[index]!.filter((cell) => !isBlank(cell));
  const texts = filled.map((cell) => (typeof cell === 'string' ? plainHeader(cell) : ''));
  const areNames = texts.every((text) => /\p{L}/u.test(text) && text.length <= LONGEST_HEADER);
  const isAboveData = rows[index + 1]?.some((cell) => !isBlank(cell)) ?? false;
  return filled.length > 1 && areNames && new Set(texts).size === texts.length && isAboveData;
}

function findHeader(rows: ImportCell[][]): Candidate | undefined {
  const candidates = rows.map(candidate);
  const most = Math.max(0, ...candidates.map(({ targetCount }) => targetCount));
  const best = candidates.find(
    (row) => most > 0 && row.targetCount === most && (most > 1 || namesDeals(row)),
  );
  return best ?? candidates.find((_, index) => looksLikeHeader(rows, index));
}

/** An owner's column is guessed if it is called so and holds emails: names are not looked up. */
function areEmails(texts: string[]): boolean {
  return !texts.length || texts.some((text) => text.includes('@'));
}

/** Some call the round a stage: at least half of what stands there has to be rounds. */
function areRounds(texts: string[], isRound: IsRound): boolean {
  return texts.length > 0 && texts.filter(isRound).length * 2 >= texts.length;
}

/** Blank headers are named by their letter, and repeated ones too. */
function nameHeaders(headers: string[], width: number): string[] {
  const seen = new Set<string>();
  return Array.from({ length: width }, (_, i) => {
    const header = headers[i] ?? '';
    const plain = plainHeader(header) || header;
    const isRepeated = seen.has(plain);
    seen.add(plain);
    if (!header) return `Column ${columnLetter(i)}`;
    return isRepeated ? `${header} (column ${columnLetter(i)})` : header;
  });
}

function widthOf(rows: ImportCell[][]): number {
  return Math.max(0, ...rows.map((row) => row.findLastIndex((cell) => !isBlank(cell)) + 1));
}

/**
 * The header row among the first rows of a sheet, what the sheet holds and which field each column
 * goes to (a guess). Undefined if no row looks like headers.
 */
export function findSheet(
  name: string,
  first: ImportCell[][],
  isRound: IsRound = () => false,
): FoundSheet | undefined {
  const header = findHeader(first);
  if (!header) return undefined;
  const { headerRow, holds } = header;
  const below = first.slice(headerRow);
  const headers = nameHeaders(header.headers, widthOf([first[headerRow - 1]!, ...below]));
  if (leftAlone(headers))
    return { name, holds: 'ignored', headerRow, headers, targets: headers.map(() => null) };
  const targets = headers.map((_, i): string | null => {
    const target = header.targets[i] ?? null;
    const texts = below.map((row) => cellText(row[i]).trim()).filter(Boolean);
    if (target === 'stage' && areRounds(texts, isRound))
      return header.targets.includes('fundingRound') ? null : 'fundingRound';
    return target === 'owner' && !areEmails(texts) ? null : target;
  });
  const headerUnits = unitsInHeaders(headers);
  const rowUnits = unitsInRow(below[0] ?? [], targets.indexOf('companyName'));
  const amounts = { ...headerUnits, ...rowUnits };
  return {
    ...{ name, holds, headerRow, headers, targets },
    ...(Object.keys(amounts).length && { amounts }),
    ...(rowUnits && { unitsRow: headerRow + 1 }),
  };
}

/** Whether a column tells which deal a row is about. */
export function namesDeals({ targets }: Pick<ImportSheet, 'targets'>): boolean {
  return targets.includes('companyName') || targets.includes('reference');
}

/** Where one sheet of a workbook names companies, sheets that do not are taken for something else. */
export function ignoreOthers(sheets: ImportSheet[]): ImportSheet[] {
  if (!sheets.some(namesDeals)) return sheets;
  return sheets.map((sheet) =>
    namesDeals(sheet)
      ? sheet
      : { ...sheet, holds: 'ignored', targets: sheet.targets.map(() => null) },
  );
}
