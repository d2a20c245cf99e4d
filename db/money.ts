import { normalizeText } from './fold';

/**
 * Parses unambiguous amounts (rule 4.29). Migrations fill columns with it, so a change needs a
 * migration that fills them again.
 */

export interface Money {
  /** In units of the currency, to two decimals. */
  amount: number;
  /** ISO 4217 code. */
  currency: string;
  isMiddle: boolean;
}

/** Larger sums lose decimals. */
const MAX_AMOUNT = 1e15;

const CURRENCY_CODES = new Set(Intl.supportedValuesOf('currency'));

/** Possible currencies of each sign; the first is the default, except for ¥. */
const DOLLAR_CURRENCIES = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD'];
const CURRENCY_SIGNS: Record<string, string[]> = {
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  HK$: ['HKD'],
  NT$: ['TWD'],
  R$: ['BRL'],
  $: DOLLAR_CURRENCIES,
  '€': ['EUR'],
  EURO: ['EUR'],
  EUROS: ['EUR'],
  '£': ['GBP'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  RMB: ['CNY'],
  人民币: ['CNY'],
  人民幣: ['CNY'],
  元: ['CNY'],
  美元: ['USD'],
  美金: ['USD'],
  欧元: ['EUR'],
  港元: ['HKD'],
  港币: ['HKD'],
  日元: ['JPY'],
  円: ['JPY'],
  '¥': ['CNY', 'JPY'],
};

const AMOUNT_UNITS: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  tsd: 1e3,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  b: 1e9,
  bn: 1e9,
  mrd: 1e9,
  billion: 1e9,
  lakh: 1e5,
  lakhs: 1e5,
  cr: 1e7,
  crore: 1e7,
  crores: 1e7,
  万: 1e4,
  亿: 1e8,
  億: 1e8,
};
for (const [times, factor] of Object.entries({ 百: 100, 千: 1_000 }))
  for (const unit of ['万', '亿', '億']) AMOUNT_UNITS[times + unit] = factor * AMOUNT_UNITS[unit]!;

/** Factors of the units, and of the T in 'TEUR', which is no unit elsewhere. */
const FACTORS: Record<string, number> = { ...AMOUNT_UNITS, t: 1e3 };

/** Codes that accounts join with a unit, as in 'TEUR', 'MSEK' and 'EURm'. */
const JOINED_CODES = '(?:eur|usd|gbp|chf|sek|nok|dkk|pln|czk)';
const BEFORE_CODE = `(?=${JOINED_CODES}(?![a-z]))`;
const BEFORE_UNIT = '(?=(?:k|m|mm|mn|bn)(?![a-z]))';
/** Matches the thousands of 'TEUR', 'T€' and '500 T EUR'; a lone T may be a trillion. */
const THOUSANDS = `t(?:${BEFORE_CODE}|(?= ?(?:€|(?:eur|chf)(?![a-z]))))`;

const joinLongestFirst = (words: string[]) =>
  words
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace('$', '\\$'))
    .join('|');

/** Keeps words whole, and takes '$m' apart. */
const WORD_END = '(?!(?<=[a-z])[a-z])';

const MONEY_PARTS = new RegExp(
  [
    String.raw`(?<number>(?:\d+|\.\d+)(?:[.,'’ ]\d+)*)(?:[.,](?:--?|–|—)(?!\d))?`,
    `(?<unit>(?:${joinLongestFirst(Object.keys(AMOUNT_UNITS))})(?:(?![a-z])|${BEFORE_CODE})|${THOUSANDS})\\.?`,
    '(?<to>-|–|—|~|to(?![a-z])|bis(?![a-z])|至|到)',
    '(?<about>(?:about|around|approx|circa|ca)(?![a-z$])\\.?|≈)',
    `(?<currency>(?:${joinLongestFirst(Object.keys(CURRENCY_SIGNS))}|[a-z]{3})${WORD_END}|${JOINED_CODES}${BEFORE_UNIT})`,
    String.raw`\s+`,
  ].join('|'),
  'iy',
);

interface Amount {
  digits: string;
  unit?: string;
  /** Stands before the digits, as in 'k€ 500'. */
  isUnitFirst?: boolean;
}

/** Returns undefined without a currency or an amount, for several, or if the text contains anything else. */
export function parseMoney(text: string | null | undefined): Money | undefined {
  const parts = parseParts(text ?? '');
  if (!parts) return undefined;
  const { amounts, currencies, isRange, units } = parts;
  const currency = chooseCurrency(currencies, units);
  if (!isRange && amounts.length !== 1) return undefined;
  const amount = isRange ? calculateMiddle(amounts) : calculateAmount(amounts[0]!);
  if (!currency || !(amount <= MAX_AMOUNT)) return undefined;
  return { amount: Math.round(amount * 100) / 100, currency, isMiddle: isRange };
}

function parseParts(text: string) {
  const normal = normalizeText(text, 'NFKC').trim();
  const amounts: Amount[] = [];
  const currencies: string[][] = [];
  const units: string[] = [];
  let unitBefore: string | undefined;
  let isRange = false;
  MONEY_PARTS.lastIndex = 0;
  while (MONEY_PARTS.lastIndex < normal.length) {
    const part = MONEY_PARTS.exec(normal)?.groups;
    if (!part) return undefined;
    if (part.number !== undefined) {
      if (unitBefore && !currencies.length) return undefined;
      const unit = unitBefore && { unit: unitBefore, isUnitFirst: true };
      amounts.push({ digits: part.number.replace(/^\./, '0.'), ...unit });
    }
    if (part.unit) {
      const last = amounts.at(-1);
      if (last?.unit ?? unitBefore) return undefined;
      const unit = part.unit.toLowerCase();
      if (last) last.unit = unit;
      else unitBefore = unit;
      units.push(part.unit);
    }
    if (part.currency) {
      const candidates = listCurrencies(part.currency);
      if (!candidates) return undefined;
      currencies.push(candidates);
    }
    if (part.to) {
      if (part.to === '~' && !amounts.length) continue;
      if (isRange || amounts.length !== 1) return undefined;
      isRange = true;
    }
  }
  return { amounts, currencies, isRange, units };
}

function listCurrencies(sign: string): string[] | undefined {
  const word = sign.toUpperCase();
  return CURRENCY_SIGNS[word] ?? (CURRENCY_CODES.has(word) ? [word] : undefined);
}

function chooseCurrency(signs: string[][], units: string[]): string | undefined {
  const [first, ...others] = signs;
  const allowed =
    first?.filter((currency) => others.every((sign) => sign.includes(currency))) ?? [];
  if (allowed.length < 2 || allowed[0] === 'USD') return allowed[0];
  // ¥ means yuan with 万 and 亿, yen with 億.
  if (units.some((unit) => unit.endsWith('億'))) return 'JPY';
  return units.some((unit) => /[万亿]$/.test(unit)) ? 'CNY' : undefined;
}

/** Matches '1,234,567', "1'234'567" and '1.234.567', with one separator throughout. */
const GROUPED_DIGITS = /^[1-9]\d{0,2}([.,'’ ])\d{3}(\1\d{3})*$/;
/** Matches '12,34,567', whose first groups have two digits. */
const INDIAN_DIGITS = /^[1-9]\d?(,\d{2})*,\d{3}$/;
/** Matches '0.125', whose three digits are no group. */
const SMALL_FRACTION = /^0[.,]\d{3,}$/;

/** Returns NaN for digits that can be read in two ways. */
function parseNumber(digits: string): number {
  if (SMALL_FRACTION.test(digits)) return Number(digits.replace(',', '.'));
  const [, whole, decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits)!;
  const isPlain = /^\d+$/.test(whole!);
  const isGrouped = GROUPED_DIGITS.test(whole!);
  const isIndian = INDIAN_DIGITS.test(whole!);
  const decimalSeparator = decimals && digits.at(-decimals.length - 1)!;
  const isSeparatorDistinct = !decimalSeparator || !whole!.includes(decimalSeparator);
  const isReadable = isPlain || ((isGrouped || isIndian) && isSeparatorDistinct);
  if (!isReadable) return NaN;
  return Number(`${whole!.replace(/\D/g, '')}.${decimals || 0}`);
}

const SINGLE_GROUP = /^[1-9]\d{0,2}([.,])\d{3}$/;
const GERMAN_UNIT = /^(?:tsd|mio|mrd|millionen)$/;
const LATIN_UNIT = /^[a-z]+$/;
const INDIAN_UNIT = /^(?:lakhs?|cr|crores?)$/;

/**
 * Reads '1.375' before a unit as a decimal. Returns NaN where people write both, as in '1,375 M',
 * 'k€ 1.375' and German '1.375 Mio.'.
 */
function parseScaledNumber(digits: string, unit: string, isUnitFirst = false): number {
  const [, separator] = SINGLE_GROUP.exec(digits) ?? [];
  if (!separator) return parseNumber(digits);
  if (isUnitFirst || unit === 't') return NaN;
  const decimal = Number(digits.replace(',', '.'));
  if (GERMAN_UNIT.test(unit)) return separator === ',' ? decimal : NaN;
  if (separator === '.') return decimal;
  return LATIN_UNIT.test(unit) && !INDIAN_UNIT.test(unit) ? NaN : parseNumber(digits);
}

function calculateAmount({ digits, unit, isUnitFirst }: Amount): number {
  return unit ? parseScaledNumber(digits, unit, isUnitFirst) * FACTORS[unit]! : parseNumber(digits);
}

/** Gives the first number of a range the unit of the second: 1.5-2m. */
function calculateMiddle([from, to]: Amount[]): number {
  if (!from || !to) return NaN;
  const low = calculateAmount({ unit: to.unit, ...from });
  const high = calculateAmount(to);
  return low < high ? (low + high) / 2 : NaN;
}
