import { normalized } from '#db/fold';
import { readMoney } from '#db/money';
import type { ColumnAmount, ImportCell } from '#db/schema';
import { FACTOR_LABELS } from '~/models/import/amount-labels';
import { cellText, isBlank } from '~/models/import/cell';

/** Currencies and units of amounts that stand beside them: in the header, or in a row below it. */

/** How a factor is written after a number, such as 'USD 5m'. */
const FACTOR_WORDS: Record<number, string> = {
  ...{ 1: '', 1e3: 'k', 1e4: '万', 1e5: ' lakh', 1e6: 'm', 1e7: ' Cr', 1e8: '亿', 1e9: 'bn' },
};

/** Longer texts name no unit. */
const MAX_UNIT_LENGTH = 30;

/** What 'USD m', '€k', 'in $M', '万元' or '$000' say of the numbers below; undefined for other texts. */
function readUnit(text: string): ColumnAmount | undefined {
  if (text.length > MAX_UNIT_LENGTH) return undefined;
  const bare = normalized(text, 'NFKC')
    .trim()
    .replace(/^(?:in|en|au)\s+/i, '')
    .replace(/(\p{Sc})(?=\p{L})/gu, '$1 ');
  const [, before, thousands] = /^(.*?)\s*['’]?(000s?|thousands)$/i.exec(bare) ?? [];
  if (thousands) {
    if (!before) return { factor: 1e3 };
    const money = readMoney(`1 ${before}`);
    return money && { currency: money.currency, factor: 1e3 };
  }
  const singular = bare.replace(/\b(million|billion|crore|lakh)s\b/i, '$1');
  const money = readMoney(`1 ${singular}`);
  if (money) return amountOf(money.currency, money.amount);
  const withoutCurrency = singular ? readMoney(`1 ${singular} USD`) : undefined;
  return withoutCurrency && withoutCurrency.amount > 1
    ? amountOf(undefined, withoutCurrency.amount)
    : undefined;
}

function amountOf(currency: string | undefined, factor: number): ColumnAmount | undefined {
  if (!Object.hasOwn(FACTOR_WORDS, factor)) return undefined;
  return { ...(currency && { currency }), ...(factor > 1 && { factor }) };
}

/** The unit in a header: 'Amount (USD m)', 'Ask in €k', 'Raise, EUR'. */
function unitInHeader(header: string): ColumnAmount | undefined {
  const inBrackets = [...header.matchAll(/[([（【]([^)\]）】]*)[)\]）】]/g)].map(
    ([, text]) => text!,
  );
  const afterIn = /\bin\s+(.+)$/i.exec(header)?.[1];
  const lastWord = /[\s,]((?:[A-Z]{3}|\p{Sc})\s*\p{L}*)$/u.exec(header)?.[1];
  for (const text of [...inBrackets, afterIn, lastWord]) {
    const unit = text && readUnit(text);
    if (unit) return unit;
  }
  return undefined;
}

/** By column, the units that headers name. */
export function unitsInHeaders(headers: string[]): Record<number, ColumnAmount> {
  return Object.fromEntries(
    headers.flatMap((header, column) => {
      const unit = unitInHeader(header);
      return unit ? [[column, unit]] : [];
    }),
  );
}

/** What else stands below headers to explain them: a scale, a format. */
const EXPLANATION = /^(?:\d{1,3}\s*[-–]\s*\d{1,3}|%|\/\s*10|[ymd]{1,4}(?:[-/.][ymd]{1,4}){1,2})$/i;

/** By column, the units of a row that only explains the headers; undefined for a row of values. */
export function unitsInRow(
  cells: ImportCell[],
  companyColumn: number,
): Record<number, ColumnAmount> | undefined {
  if (companyColumn < 0 || !isBlank(cells[companyColumn])) return undefined;
  const units: Record<number, ColumnAmount> = {};
  for (const [column, cell] of cells.entries()) {
    const text = cellText(cell).trim();
    if (!text) continue;
    const unit = typeof cell === 'string' ? readUnit(text) : undefined;
    if (unit) units[column] = unit;
    else if (!EXPLANATION.test(text)) return undefined;
  }
  return Object.keys(units).length ? units : undefined;
}

/** Digits alone, or with a unit: what a currency beside them may belong to. */
const BARE = /^[\d\s.,'’]*\d[\d\s.,'’]*(?:[-–—~][\d\s.,'’]+)?\s*\p{L}{0,9}\.?$/u;

export function isBareAmount(cell: ImportCell): boolean {
  if (typeof cell === 'number') return true;
  const text = cellText(cell);
  return text.length <= MAX_UNIT_LENGTH && BARE.test(normalized(text, 'NFKC').trim());
}

/** Beyond it, a unit does not fit its numbers. */
const MAX_PLAUSIBLE = 1e12;

/**
 * A bare amount with the currency and unit that stand beside it: 'USD 5m'. Other texts as they are;
 * the reason, as the end of a sentence, where it could be read in two ways.
 */
export function withUnit(
  cell: ImportCell,
  { currency, factor = 1 }: ColumnAmount,
): { text: string } | { reason: string } {
  const text = cellText(cell).trim();
  if ((!currency && factor === 1) || !isBareAmount(cell) || readMoney(text)) return { text };
  const probe = currency ?? 'USD';
  const hasUnit = /\p{L}\.?$/u.test(text);
  const joined = `${currency ? `${currency} ` : ''}${text}${hasUnit ? '' : FACTOR_WORDS[factor]}`;
  const money = readMoney(currency ? joined : `${probe} ${joined}`);
  const unit = [currency, FACTOR_LABELS[factor]].filter(Boolean).join(' ');
  if (!money) return { reason: `is not clear as an amount in ${unit}, which its column has` };
  if (money.amount > MAX_PLAUSIBLE)
    return { reason: `is too large to be an amount in ${unit}, which its column has` };
  return { text: joined };
}

/** ISO 4217 of what a currency column has; undefined for no currency. */
export function readCurrency(text: string): string | undefined {
  return text.length <= MAX_UNIT_LENGTH ? readMoney(`1 ${text.trim()}`)?.currency : undefined;
}
