import { caseFolded, folded, normalized } from '#db/fold';

/** Legal forms after a name. What is written in several words or with dots stands as one. */
const LAST = forms(`
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

/** Legal forms before a name: only those that begin no other name. */
const FIRST = forms(`
  gmbh llc ltd oy ab uab sia pt ооо оао зао пао ао тов congtycophan congtytnhh บริษัท
  株式会社 株式會社 有限会社 合同会社 合資会社 合名会社 一般社団法人 주식회사 유한회사 유한책임회사
`);

/** Forms in scripts without spaces, the longest first. */
const UNSPACED = new RegExp(
  [...LAST, ...FIRST]
    .filter((form) => /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}]/u.test(form))
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
);

const ABBREVIATED: [written: string, form: string][] = [
  ['(株)', '株式会社'],
  ['(有)', '有限会社'],
  ['(同)', '合同会社'],
  ['(주)', '주식회사'],
  ['(유)', '유한회사'],
];

/** In words: "Sp. z o.o.", "S.à r.l." and "G. m. b. H." have four. */
const LONGEST_FORM = 4;

/**
 * A company's name without what two spellings of it may differ in: case, width, accents, spaces,
 * punctuation, a leading "The" and the legal form (Ltd, Inc, GmbH, 株式会社 and the like). A name
 * that consists of nothing else keeps its last word. Empty for an empty name only.
 */
export function companyKey(name: string): string {
  const words = wordsOf(name);
  if (!words.length) return caseFolded(name).trim() || name.trim();
  return words.slice(...namedPart(words)).join('');
}

const SPELLED_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** The keys of a name: with ä, ö and ü without their dots, and as ae, oe and ue. */
export function companyKeys(name: string): string[] {
  const lower = normalized(name, 'NFC').toLowerCase();
  if (!/[äöü]/.test(lower)) return [companyKey(name)];
  const spelledOut = lower.replace(/[äöü]/g, (letter) => SPELLED_OUT[letter]!);
  return [...new Set([companyKey(name), companyKey(spelledOut)])];
}

/** The most letters of a name that are spelled out one by one; more are only spelled out together. */
const MOST_SPELLED_OUT = 4;

/** Where deals of the company with these keys may be stored: Mueller under 'muller', if it is there as Müller. */
export function likelyKeys(keys: string[]): string[] {
  return [...new Set(keys.flatMap(withoutSpelling))];
}

function withoutSpelling(key: string): string[] {
  const parts = key.split(/(?<=[aou])e/);
  if (parts.length > MOST_SPELLED_OUT + 1) return [key, parts.join('')];
  const [first = '', ...rest] = parts;
  return rest.reduce(
    (keys, part) => keys.flatMap((key) => [`${key}e${part}`, key + part]),
    [first],
  );
}

export function isOfCompany(companyName: string, keys: string[]): boolean {
  return companyKeys(companyName).some((key) => keys.includes(key));
}

function wordsOf(name: string): string[] {
  let text = foldedName(name);
  for (const [written, form] of ABBREVIATED) text = text.replaceAll(written, ` ${form} `);
  return text.replace(UNSPACED, ' $& ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}

/** As every search compares names, without trade marks and apostrophes. */
function foldedName(text: string): string {
  return folded(text.replace(/[™℠®©]/g, ' '))
    .replace(/['’ʼ]|\p{Cf}|\p{Variation_Selector}/gu, '')
    .replaceAll('&', ' and ');
}

/** The words between the legal forms, at least one. */
function namedPart(words: string[]): [from: number, to: number] {
  let from = words[0] === 'the' && words.length > 1 ? 1 : 0;
  let to = words.length;
  for (let count; (count = formAt(words, from, to, FIRST));) from += count;
  for (let count; (count = formAt(words, to, from, LAST));) {
    to -= count;
    if (to - from > 1 && words[to - 1] === 'and') to--;
  }
  return [from, to];
}

/** How many words at `edge` are a form; 0 if none, or if no word up to `other` would be left. */
function formAt(words: string[], edge: number, otherEdge: number, known: Set<string>): number {
  const most = Math.min(LONGEST_FORM, Math.abs(otherEdge - edge) - 1);
  for (let count = most; count > 0; count--) {
    const [from, to] = edge < otherEdge ? [edge, edge + count] : [edge - count, edge];
    if (known.has(words.slice(from, to).join(''))) return count;
  }
  return 0;
}

function forms(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/).map(foldedName));
}
