import { normalizeText } from '#db/fold';
import { parseMoney } from '#db/money';
import type {
  ColumnAmount,
  ColumnNotation,
  DecimalSeparator,
  ImportCell,
  ImportSheet,
} from '#db/schema';
import {
  getCellText,
  isBlankCell,
  isFormattedNumber,
  parseFormattedNumber,
} from '~/domain/import/reading/cell';
import { CURRENCY_CODES, FACTOR_LABELS } from './amount-labels';
import { describeAmbiguousNumber, recordNotation, resolveNumbers } from './separators';

/** Finds currencies and units that stand beside amounts: in the header, or in a row below it. */

const FACTOR_WORDS: Record<number, string> = {
  1: '',
  1e3: 'k',
  1e4: '万',
  1e5: ' lakh',
  1e6: 'm',
  1e7: ' Cr',
  1e8: '亿',
  1e9: 'bn',
};

const MAX_UNIT_LENGTH = 30;

/** Matches 'kEUR', 'T€' and the German 'TEUR', which is thousands, too. */
const SCALE_AND_CURRENCY = /^([kKtTmM])\s?([A-Z]{3}|\p{Sc})$/u;

/** Parses units such as 'USD m', '€k', 'in $M', '万元' or '$000'; undefined for other texts. */
function parseUnit(text: string): ColumnAmount | undefined {
  if (text.length > MAX_UNIT_LENGTH) return undefined;
  const bare = normalizeText(text, 'NFKC')
    .trim()
    .replace(/^(?:in|en|au)\s+/i, '')
    .replace(/^(?:milliers|miles|tausend)\b/i, 'thousand')
    .replace(/^millones\b/i, 'million')
    .replace(/^1[.,'’ ]?000\s*(?=[\p{Sc}\p{L}])/u, 'thousand ')
    .replace(/\s(?:d['’]|de\s)(?=[\p{L}\p{Sc}])/iu, ' ')
    .replace(/\s+in\s+|,\s*/i, ' ')
    .replace(/(\p{Sc})(?=\p{L})/gu, '$1 ');
  const [, before, thousands] = /^(.*?)\s*['’]?(000s?|thousands)$/i.exec(bare) ?? [];
  if (thousands) {
    if (!before) return { factor: 1e3 };
    const money = parseMoney(`1 ${before}`);
    return money && { currency: money.currency, factor: 1e3 };
  }
  const [, scale, code] = SCALE_AND_CURRENCY.exec(bare) ?? [];
  if (scale) return parseUnit(`${code} ${/t/i.test(scale) ? 'k' : scale}`);
  const singular = bare.replace(/\b(million|billion|crore|lakh)s\b/i, '$1');
  const money = parseMoney(`1 ${singular}`);
  if (money) return createColumnAmount(money.amount, money.currency);
  const withoutCurrency = singular ? parseMoney(`1 ${singular} USD`) : undefined;
  return withoutCurrency && withoutCurrency.amount > 1
    ? createColumnAmount(withoutCurrency.amount)
    : undefined;
}

function createColumnAmount(factor: number, currency?: string): ColumnAmount | undefined {
  if (!Object.hasOwn(FACTOR_WORDS, factor)) return undefined;
  return { ...(currency && { currency }), ...(factor > 1 && { factor }) };
}

/** Finds the unit in headers such as 'Amount (USD m)', 'Ask in €k' or 'Raise, EUR', with its text. */
function findUnitInHeader(header: string): { unit: ColumnAmount; text: string } | undefined {
  const inBrackets = header.matchAll(/[([（【]([^)\]）】]*)[)\]）】]/g);
  const afterIn = /\bin\s+(.+)$/i.exec(header);
  const afterSlash = /[/／](\S+)$/.exec(header);
  const lastWord = /[\s,]([kKTmM]?(?:[A-Z]{3}|\p{Sc})\s*\p{L}*)$/u.exec(header);
  for (const match of [...inBrackets, afterIn, afterSlash, lastWord]) {
    const unit = match && parseUnit(match[1]!);
    if (unit) return { unit, text: match[0] };
  }
  return undefined;
}

/** Returns 'Amount' for 'Amount (USD m)'. */
export function removeUnit(header: string): string {
  const found = findUnitInHeader(header);
  return found ? header.replace(found.text, '').trim() : header;
}

export function findUnitsInHeaders(headers: string[]): Record<number, ColumnAmount> {
  return Object.fromEntries(
    headers.flatMap((header, column) => {
      const found = findUnitInHeader(header);
      return found ? [[column, found.unit]] : [];
    }),
  );
}

const EXPLANATION = /^(?:\d{1,3}\s*[-–]\s*\d{1,3}|%|\/\s*10|[ymd]{1,4}(?:[-/.][ymd]{1,4}){1,2})$/i;

/** Returns units by column if the row only explains the headers; undefined for a row of values. */
export function findUnitsInRow(
  cells: ImportCell[],
  companyColumn: number,
): Record<number, ColumnAmount> | undefined {
  if (companyColumn < 0 || !isBlankCell(cells[companyColumn])) return undefined;
  const units: Record<number, ColumnAmount> = {};
  for (const [column, cell] of cells.entries()) {
    const text = getCellText(cell).trim();
    if (!text) continue;
    const unit = typeof cell === 'string' ? parseUnit(text) : undefined;
    if (unit) units[column] = unit;
    else if (!EXPLANATION.test(text)) return undefined;
  }
  return Object.keys(units).length ? units : undefined;
}

/** Matches digits with at most a unit, to which a currency beside them may belong. */
const BARE_AMOUNT =
  /^[\d\s.,'’]*\d[\d\s.,'’]*(?:(?:[-–—~]|to|bis|至|到)[\d\s.,'’]+)?\s*\p{L}{0,9}\.?$/u;

/** Words that say how exact an amount is, in English, German, French and Spanish. */
const WORDS_BEFORE_AMOUNT = [
  'about|around|approx|up to|at least|at most|over|under|min|max|circa|ca|est',
  'ab|bis zu|mind|mindestens|maximal|höchstens|etwa|rund',
  "environ|env|autour de|jusqu['’]à|au moins|au plus|plus de|moins de",
  'aprox|hasta|unos|al menos|más de|menos de',
].join('|');
const WORDS_AFTER_AMOUNT = [
  'tbc|tbd|est|estimated|expected|approx|target|min|max|minimum|maximum',
  'ca|circa|geschätzt|geplant|environ|env|estimé|à confirmer|aprox|estimado|por confirmar',
].join('|');

const BEFORE_AMOUNT = new RegExp(
  String.raw`^(?:[~～≈<>≤≥]=?|(?:${WORDS_BEFORE_AMOUNT})(?!\p{L})\.?)\s*`,
  'iu',
);
const AFTER_AMOUNT = new RegExp(
  String.raw`\s*(?:\+|\((?:${WORDS_AFTER_AMOUNT})\.?\)|\s(?:${WORDS_AFTER_AMOUNT})\.?)$`,
  'iu',
);

/** Splits 'up to 5' and '5+' into the amount and what stands around it. */
function splitQualifiers(text: string) {
  const before = BEFORE_AMOUNT.exec(text)?.[0] ?? '';
  const after = AFTER_AMOUNT.exec(text)?.[0] ?? '';
  return { before, amount: text.slice(before.length, text.length - after.length), after };
}

export function isBareAmount(cell: ImportCell): boolean {
  if (typeof cell === 'number') return true;
  const text = getCellText(cell).trim();
  // Before the patterns, which take long for a long text.
  if (text.length > MAX_UNIT_LENGTH) return false;
  const amount = splitQualifiers(text).amount.replace(/^[-−–(]|\)$/gu, '');
  return BARE_AMOUNT.test(normalizeText(amount, 'NFKC').trim());
}

const MAX_PLAUSIBLE_AMOUNT = 1e12;

/** A larger '$500,000' in a column of millions was probably written in full. */
const MAX_FORMATTED_AMOUNT = 1e10;

/** Unit and notation with which the amounts of a column are read. */
export interface AmountReading extends ColumnAmount {
  /** Separators of decimals in bare amounts, and in those with a currency. */
  separators?: Partial<Record<keyof ColumnNotation, DecimalSeparator>>;
}

/**
 * Adds the column's currency and factor to a bare amount: 'USD 5m'. Returns the reason, as the end
 * of a sentence, where the amount is ambiguous.
 */
export function addUnit(
  cell: ImportCell,
  column: AmountReading,
): { text: string } | { reason: string } {
  const { currency, factor = 1 } = isScaledNumber(cell) ? { ...column, factor: 1 } : column;
  if (isCurrencyNumber(cell) && factor > 1) return addFactor(cell, { currency, factor });
  const text = getAmountText(cell, factor);
  const isBare = isBareAmount(typeof cell === 'number' ? cell : text);
  if (!isBare || parseMoney(text)) return { text: resolveMoney(cell, text, column) };
  if (!currency && factor === 1) return { text };
  const { before, amount, after } = splitQualifiers(text);
  const hasUnit = /\p{L}\.?$/u.test(amount);
  const unit = hasUnit ? '' : FACTOR_WORDS[factor]!;
  const settled = resolveAmount(cell, amount, { ...column, unit });
  if (settled === undefined)
    return {
      reason: `${describeAmbiguous({ currency, factor })}, and ${describeAmbiguousNumber(amount)}`,
    };
  const joined = `${currency ? `${currency} ` : ''}${settled}${unit}`;
  const money = parseMoney(currency ? joined : `USD ${joined}`);
  const label = formatUnit({ currency, factor });
  if (!money) return { reason: `cannot be read as an amount in ${label}, the unit of its column` };
  if (money.amount > MAX_PLAUSIBLE_AMOUNT)
    return { reason: `is too large to be an amount in ${label}, which its column has` };
  return { text: before + joined + after };
}

const SHOWN_WITH_UNIT = /\d,\d{3}(?![,\d]).*\p{L}/u;

/** Writes a number that a workbook shows as '2,000' before a unit without the comma. */
function getAmountText(cell: ImportCell, factor: number): string {
  const text = getCellText(cell).trim();
  if (!isFormattedNumber(cell)) return text;
  const isBefore = SHOWN_WITH_UNIT.test(text) || (factor > 1 && /^[-\d.,]+$/.test(text));
  return isBefore ? text.replace(/(\d),(?=\d{3})/g, '$1') : text;
}

/** Decides '€1.200k' by the column's other amounts with a currency. */
function resolveMoney(cell: ImportCell, text: string, { separators }: AmountReading): string {
  const separator = separators?.money;
  if (!separator || typeof cell !== 'string' || !namesCurrency(text)) return text;
  const settled = resolveNumbers(text, separator);
  const money = parseMoney(settled);
  return money && money.amount !== parseMoney(text)?.amount ? settled : text;
}

/** Records how each column writes its amounts. */
export function recordNotations(
  { notations }: Required<Pick<ImportSheet, 'notations'>>,
  cells: ImportCell[],
): void {
  cells.forEach((cell, column) => {
    if (typeof cell !== 'string' || cell.length > MAX_UNIT_LENGTH || !/\d[.,]\d/.test(cell)) return;
    const kind = getAmountKind(cell);
    if (!kind) return;
    const notation = (notations[column] ??= {});
    recordNotation((notation[kind] ??= {}), cell);
  });
}

/** Returns undefined for texts that say more than an amount. */
function getAmountKind(text: string): keyof ColumnNotation | undefined {
  const { amount } = splitQualifiers(text.trim());
  const digits = amount.replace(/\p{Sc}|(?<!\p{L})[A-Z]{3}(?!\p{L})/u, '').trim();
  if (digits !== amount) return isBareAmount(digits) ? 'money' : undefined;
  const isNumber = /^[-+(]?\d[\d\s.,'’]*\)?$/.test(amount);
  return isNumber || parseMoney(`USD ${amount}`) ? 'bare' : undefined;
}

/**
 * Decides '1.200' by the other numbers of its column (rule 16.109). Without a unit it is 1200, as in
 * 'EUR 1.200'; before one it stays ambiguous, which returns undefined.
 */
function resolveAmount(
  cell: ImportCell,
  amount: string,
  { separators, unit }: AmountReading & { unit: string },
): string | undefined {
  const isNumber = typeof cell === 'number' || isFormattedNumber(cell);
  const isNegative = /^[-−–(]/.test(amount);
  if (isNumber || isNegative || !describeAmbiguousNumber(amount)) return amount;
  if (separators?.bare) return resolveNumbers(amount, separators.bare);
  return unit ? undefined : amount;
}

/** Checks that a text without a currency keeps no unit of its column, such as '5 and warrants'. */
export function isWithoutUnit(text: string, column: ColumnAmount): boolean {
  const hasUnit = column.currency !== undefined || (column.factor ?? 1) > 1;
  return hasUnit && /\d/.test(text) && !isBareAmount(text) && !namesCurrency(text);
}

function namesCurrency(text: string): boolean {
  const words = text.match(/\p{Sc}|\p{L}+/gu) ?? [];
  // 'All' and 'try' are words, unlike ALL and TRY.
  return words.some((word) =>
    word.length === 3 && word !== word.toUpperCase()
      ? CURRENCY_CODES.includes(word.toUpperCase())
      : parseCurrency(word) !== undefined,
  );
}

export function formatUnit({ currency, factor = 1 }: ColumnAmount): string {
  return [currency, factor > 1 && FACTOR_LABELS[factor]].filter(Boolean).join(' ');
}

function describeAmbiguous(column: ColumnAmount): string {
  return `is ambiguous: the column is in ${formatUnit(column)}`;
}

function isScaledNumber(cell: ImportCell): boolean {
  return isFormattedNumber(cell) && cell.isScaled === true;
}

/** Recognizes a number whose format adds a currency and no unit: 5 that is shown as '$5.0'. */
export function isCurrencyNumber(cell: ImportCell): cell is { number: number; shown: string } {
  return (
    isFormattedNumber(cell) &&
    parseFormattedNumber(cell.shown) === cell.number &&
    parseMoney(cell.shown) !== undefined
  );
}

/** Returns 'USD 5m' for '$5.0' in a column of millions: a format says nothing about the unit. */
function addFactor(
  { number, shown }: { number: number; shown: string },
  column: ColumnAmount & { factor: number },
): { text: string } | { reason: string } {
  const { currency } = parseMoney(shown)!;
  const isOther = column.currency !== undefined && column.currency !== currency;
  return isOther || number * column.factor > MAX_FORMATTED_AMOUNT
    ? { reason: describeAmbiguous(column) }
    : { text: `${currency} ${getCellText(number)}${FACTOR_WORDS[column.factor]}` };
}

export function parseCurrency(text: string): string | undefined {
  return text.length <= MAX_UNIT_LENGTH ? parseMoney(`1 ${text.trim()}`)?.currency : undefined;
}
