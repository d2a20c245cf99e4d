import { foldCase, foldText, normalizeText } from '#db/fold';

/** Legal forms after a name, each without spaces and dots. */
const TRAILING_FORMS = parseForms(`
  ltd limited inc incorporated corp corporation co company llc lllp llp lp pllc plc pbc dac
  privatelimited privateltd pvt pty pte proprietarylimited bhd sdn tbk
  gmbh ggmbh mbh ag se ug ughaftungsbeschrankt kg kgaa ohg ek eg
  sa sas sasu sarl eurl snc sca cie spa srl srls sapa bv nv bvba sprl vof
  ab abp as asa oy oyj aps ehf hf
  sl slu sau sadecv sapidecv ltda lda eireli spzoo spolkazoo sro doo kft zrt nyrt ood eood uab sia ou
  ооо оао зао пао ао тов αε επε ικε kk gk
  株式会社 株式會社 有限会社 合同会社 合資会社 合名会社 一般社団法人
  股份有限公司 有限责任公司 有限責任公司 有限公司 公司 주식회사 유한회사 유한책임회사 จำกัด มหาชน
`);

/** Legal forms before a name, except those that begin other names. */
const LEADING_FORMS = parseForms(`
  gmbh llc ltd oy ab uab sia pt ооо оао зао пао ао тов congtycophan congtytnhh บริษัท
  株式会社 株式會社 有限会社 合同会社 合資会社 合名会社 一般社団法人 주식회사 유한회사 유한책임회사
`);

/** Legal forms in scripts without spaces, longest first. */
const UNSPACED_FORMS = new RegExp(
  [...TRAILING_FORMS, ...LEADING_FORMS]
    .filter((form) => /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}]/u.test(form))
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
);

const ABBREVIATED_FORMS: [written: string, form: string][] = [
  ['(株)', '株式会社'],
  ['(有)', '有限会社'],
  ['(同)', '合同会社'],
  ['(주)', '주식회사'],
  ['(유)', '유한회사'],
];

/** "Sp. z o.o.", "S.à r.l." and "G. m. b. H." have four. */
const MAX_FORM_WORDS = 4;

/**
 * Returns a company name without case, width, accents, spaces, punctuation, a leading "The" and the
 * legal form (Ltd, Inc, GmbH, 株式会社 and the like), so that its spellings compare equal. A name of
 * nothing else keeps its last word. Empty only for an empty name.
 */
export function computeCompanyKey(name: string): string {
  const words = splitWords(name);
  if (!words.length) return foldCase(name).trim() || name.trim();
  return words.slice(...findNamePart(words)).join('');
}

export function hasSameNameWithoutForm(left: string, right: string): boolean {
  return getNameWithoutForm(left) === getNameWithoutForm(right);
}

function getNameWithoutForm(name: string): string {
  const lower = normalizeText(name, 'NFKC').toLowerCase().replaceAll('&', ' and ');
  const words =
    lower.replace(UNSPACED_FORMS, ' $& ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  if (!words.length) return lower.trim();
  return words.slice(...findNamePart(words.map(foldName))).join(' ');
}

const UMLAUT_SPELLINGS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Returns the keys of a name, with ä, ö and ü as a, o and u, and as ae, oe and ue. */
export function computeCompanyKeys(name: string): string[] {
  const lower = normalizeText(name, 'NFC').toLowerCase();
  if (!/[äöü]/.test(lower)) return [computeCompanyKey(name)];
  const spelledOut = lower.replace(/[äöü]/g, (letter) => UMLAUT_SPELLINGS[letter]!);
  return [...new Set([computeCompanyKey(name), computeCompanyKey(spelledOut)])];
}

/** Beyond this, all letters are spelled the same way, which bounds the combinations. */
const MAX_SPELLED_OUT_LETTERS = 4;

/**
 * Returns all keys that deals may be stored under: Mueller also under 'muller', the key of Müller.
 */
export function expandCompanyKeys(keys: string[]): string[] {
  return [...new Set(keys.flatMap(listKeySpellings))];
}

/** Lists a key with and without each e after a, o and u: 'mueller' and 'muller'. */
function listKeySpellings(key: string): string[] {
  const parts = key.split(/(?<=[aou])e/);
  if (parts.length > MAX_SPELLED_OUT_LETTERS + 1) return [key, parts.join('')];
  const [first = '', ...rest] = parts;
  let spellings = [first];
  for (const part of rest)
    spellings = spellings.flatMap((start) => [`${start}e${part}`, start + part]);
  return spellings;
}

export function hasCompanyKey(companyName: string, keys: string[]): boolean {
  return computeCompanyKeys(companyName).some((key) => keys.includes(key));
}

function splitWords(name: string): string[] {
  let text = foldName(name);
  for (const [written, form] of ABBREVIATED_FORMS) text = text.replaceAll(written, ` ${form} `);
  return text.replace(UNSPACED_FORMS, ' $& ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}

function foldName(text: string): string {
  return foldText(text.replace(/[™℠®©]/g, ' '))
    .replace(/['’ʼ]|\p{Cf}|\p{Variation_Selector}/gu, '')
    .replaceAll('&', ' and ');
}

/** Returns where the name stands between "The" and legal forms: [1, 2] for 'The Acme & Co. KG'. */
function findNamePart(words: string[]): [from: number, to: number] {
  let from = words[0] === 'the' && words.length > 1 ? 1 : 0;
  let to = words.length;
  // Loops, because a cell of a file may have thousands of words.
  let end = findEndOfLeadingForm(words, from);
  while (end) {
    from = end;
    end = findEndOfLeadingForm(words, from);
  }
  let start = findStartOfTrailingForm(words, from, to);
  while (start) {
    to = start;
    start = findStartOfTrailingForm(words, from, to);
  }
  return [from, to];
}

function findEndOfLeadingForm(words: string[], from: number): number | undefined {
  const maxEnd = Math.min(from + MAX_FORM_WORDS, words.length - 1);
  for (let end = maxEnd; end > from; end--)
    if (LEADING_FORMS.has(words.slice(from, end).join(''))) return end;
  return undefined;
}

/** Includes the "and" before a form: 'Acme and Co'. */
function findStartOfTrailingForm(words: string[], from: number, to: number): number | undefined {
  const minStart = Math.max(to - MAX_FORM_WORDS, from + 1);
  for (let start = minStart; start < to; start++)
    if (TRAILING_FORMS.has(words.slice(start, to).join(''))) {
      const hasAnd = start - from > 1 && words[start - 1] === 'and';
      return hasAnd ? start - 1 : start;
    }
  return undefined;
}

function parseForms(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/).map(foldName));
}
