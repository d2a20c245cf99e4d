import { getContactKey } from '~/domain/contact/import-fields';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { CATEGORIES, CRITERION_KEYS } from '~/domain/evaluation/criteria';
import { removeUnit } from '~/domain/import/values/amounts';
import { pick } from '~/domain/record';
import { normalizeHeader } from './header';
import {
  COMPUTED_HEADERS,
  CONTACT_DETAIL_HEADERS,
  CONTACT_NAME_WORDS,
  CUSTOM_FIELD_HEADERS,
  HEADER_WORDS,
  LOOSE_CONTACT_HEADERS,
  LOOSE_HEADERS,
  OTHER_HEADERS,
} from './header-words';
import { listTargets, type SheetContent } from './targets';

interface TargetGuess {
  target: string;
  rank: number;
}

type TargetWords = Map<string, TargetGuess[]>;

type TargetNames = [target: string, names: string[]][];

function indexTargetWords(...groups: [rank: number, fields: TargetNames][]): TargetWords {
  const words: TargetWords = new Map();
  for (const [first, fields] of groups)
    for (const [target, names] of fields)
      for (const [i, name] of names.entries()) {
        const key = normalizeHeader(name);
        words.set(key, [...(words.get(key) ?? []), { target, rank: first + i }]);
      }
  return words;
}

function listTargetLabels(holds: SheetContent): TargetNames {
  const targets = listTargets(holds).filter(({ key }) => !getContactKey(key));
  return targets.map(({ key, label }) => [key, [label]]);
}

const formLabels = DEAL_FIELDS.map(({ key, form, details }): TargetNames[number] => {
  const labels = [form.label, typeof details === 'string' ? undefined : details.label];
  return [key, labels.filter((label) => label !== undefined)];
});

export const TARGET_WORDS = {
  deals: indexTargetWords(
    [0, listTargetLabels('deals')],
    [1, formLabels],
    [10, Object.entries(HEADER_WORDS)],
    [100, Object.entries(CONTACT_NAME_WORDS)],
  ),
  evaluations: indexTargetWords(
    [0, listTargetLabels('evaluations')],
    [10, Object.entries(pick(HEADER_WORDS, ['companyName', 'reference']))],
  ),
};

const CONTACT_DETAIL_WORDS = indexTargetWords([20, Object.entries(CONTACT_DETAIL_HEADERS)]);

const LOOSE_WORDS = indexTargetWords([60, Object.entries(LOOSE_HEADERS)]);

const LOOSE_CONTACT_WORDS = indexTargetWords([80, Object.entries(LOOSE_CONTACT_HEADERS)]);

export function isLooseHeader(target: string, header: string): boolean {
  return listGuesses('deals', header, LOOSE_WORDS).some((guess) => guess.target === target);
}

/** Returns whether the field could be guessed from the header. */
export function isKnownHeader(target: string, header: string): boolean {
  const isUsual = listGuesses('deals', header).some((guess) => guess.target === target);
  return isUsual || isLooseHeader(target, header);
}

/** Returns whether the header is the field's own name in exports or forms, or its key. */
export function isFieldLabel(target: string, header: string): boolean {
  const guesses = TARGET_WORDS.deals.get(normalizeHeader(header)) ?? [];
  return header === target || guesses.some((guess) => guess.target === target && guess.rank < 10);
}

/** Returns whether a text is one of the usual words above companies, also where guesses are not loose. */
export function isCompanyHeader(header: string): boolean {
  if (header.length > MAX_HEADER_LENGTH) return false;
  const key = normalizeHeader(header);
  const guesses = [...(TARGET_WORDS.deals.get(key) ?? []), ...(LOOSE_WORDS.get(key) ?? [])];
  return guesses.some(({ target }) => target === 'companyName');
}

const UNASSIGNED_HEADER_KEYS = new Set(
  [...Object.values(CUSTOM_FIELD_HEADERS), ...Object.values(COMPUTED_HEADERS), OTHER_HEADERS]
    .flat()
    .map(normalizeHeader),
);

/** Returns whether columns of this name are common, but often have no standard field. */
export function isUnassignedHeader(header: string): boolean {
  return UNASSIGNED_HEADER_KEYS.has(normalizeHeader(header));
}

const COMPUTED_HEADER_KEYS = {
  deals: new Set(COMPUTED_HEADERS.deals.map(normalizeHeader)),
  evaluations: new Set(
    [...COMPUTED_HEADERS.evaluations, ...CATEGORIES.map(({ title }) => title)].map(normalizeHeader),
  ),
};

export function isComputedColumn(holds: SheetContent, header: string): boolean {
  return holds !== 'ignored' && COMPUTED_HEADER_KEYS[holds].has(normalizeHeader(header));
}

export const MAX_HEADER_LENGTH = 80;

/** Adds weaker variants: 'Ask' for 'Ask (in $M)', and 'Stage' for 'Stage / Round'. */
function listHeaderVariants(header: string): { text: string; penalty: number }[] {
  const bare = removeUnit(header)
    .replace(/[([{（【].*?[)\]}）】]/g, ' ')
    .replace(/\s+in\s+[\p{Sc}\p{L}]{1,4}\s*$/iu, ' ');
  const parts = bare.split(/[/\n|]/);
  return [
    { text: header, penalty: 0 },
    { text: bare, penalty: 200 },
    ...(parts.length > 1 ? parts.map((text, i) => ({ text, penalty: 400 + i })) : []),
  ];
}

function listGuesses(
  holds: keyof typeof TARGET_WORDS,
  header: string,
  words: TargetWords = TARGET_WORDS[holds],
): TargetGuess[] {
  const isNone =
    !header.trim() || header.length > MAX_HEADER_LENGTH || isComputedColumn(holds, header);
  if (isNone) return [];
  const key = listTargets(holds).find((target) => target.key === header.trim())?.key;
  if (key) return [{ target: key, rank: 0 }];
  const hasOtherScale = OTHER_SCALE.test(header);
  return listHeaderVariants(header)
    .flatMap(({ text, penalty }) =>
      (words.get(normalizeHeader(text)) ?? []).map((guess) => ({
        ...guess,
        rank: guess.rank + penalty,
      })),
    )
    .filter(({ target }) => !(hasOtherScale && SCORE_TARGETS.has(target)));
}

/** Matches 'Score (1-5)', 'Score out of 5' and 'Rating (%)', whose numbers are not of 10. */
const OTHER_SCALE =
  /(?:\b[01]\s*[-–]|\bout of|\bvon|\bsur|\/)\s*(?!10\b)\d{1,3}\b|%|\bpercent|\bprozent/i;

const SCORE_TARGETS = new Set<string>([
  ...CRITERION_KEYS,
  ...DEAL_FIELDS.filter(({ kind }) => kind === 'score').map(({ key }) => key),
]);

export function guessTargets(
  holds: keyof typeof TARGET_WORDS,
  headers: string[],
  isLoose = false,
): (string | null)[] {
  const guessWith = (words?: TargetWords) =>
    headers.flatMap((header, column) =>
      listGuesses(holds, header, words).map((guess) => ({ ...guess, column })),
    );
  const all = guessWith();
  const namesContact = all.some(({ target }) => target === 'contactName');
  const isAboutPerson =
    namesContact || all.some(({ target }) => target === 'ceoName' || target === 'contactEmail');
  const loose = isLoose && holds === 'deals';
  const guesses = [
    ...all,
    ...(namesContact ? guessWith(CONTACT_DETAIL_WORDS) : []),
    ...(loose ? guessWith(LOOSE_WORDS) : []),
    ...(loose && isAboutPerson ? guessWith(LOOSE_CONTACT_WORDS) : []),
  ].sort((a, b) => a.rank - b.rank || a.column - b.column);
  const targets: (string | null)[] = headers.map(() => null);
  const width = findTableBeside(headers) ?? headers.length;
  for (const { column, target } of guesses)
    if (column < width && !targets[column] && !targets.includes(target)) targets[column] = target;
  return assignContactColumns(targets, guesses);
}

/** Finds the first column of a table beside, which repeats the company's header after an empty column. */
function findTableBeside(headers: string[]): number | undefined {
  const keys = headers.map(normalizeHeader);
  const column = headers.findIndex(
    (header, i) => !keys[i - 1] && keys.indexOf(keys[i]!) < i && isCompanyHeader(header),
  );
  return column > 0 ? column : undefined;
}

/**
 * Maps "Contact" to the contact instead of the CEO beside contact details, and drops these details
 * where nobody is named.
 */
function assignContactColumns(
  targets: (string | null)[],
  guesses: { target: string; column: number }[],
): (string | null)[] {
  const isDetail = (target: string | null) =>
    target !== null && getContactKey(target) !== undefined;
  if (!targets.some(isDetail) || targets.includes('contactName')) return targets;
  const ceo = targets.indexOf('ceoName');
  if (guesses.some(({ target, column }) => column === ceo && target === 'contactName'))
    return targets.with(ceo, 'contactName');
  const isNamed = ceo >= 0 || targets.includes('contactEmail');
  return isNamed ? targets : targets.map((target) => (isDetail(target) ? null : target));
}
