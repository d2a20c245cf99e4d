import { format, getFormatInfo } from 'numfmt';
import type { ImportCell } from '#db/schema';
import { parseFormattedNumber } from '~/domain/import/reading/cell';

/** Shows numbers as a spreadsheet does if the format says more than the number. */

/**
 * Excel's built-in formats that add something, by the standard; 5 to 8, 42 and 44 have the dollar.
 */
const BUILT_IN_FORMATS: Record<number, string> = {
  5: '"$"#,##0',
  6: '"$"#,##0',
  7: '"$"#,##0.00',
  8: '"$"#,##0.00',
  9: '0%',
  10: '0.00%',
  42: '"$"#,##0',
  44: '"$"#,##0.00',
  46: '[h]:mm:ss',
};

/** Excel's own limit. */
export const MAX_FORMAT_CHARACTERS = 255;

/** Dollars of other countries, by the locale of a format such as '[$$-1009]#,##0'. */
const DOLLARS_BY_LOCALE: Record<string, string> = {
  '1009': 'CA$',
  'en-ca': 'CA$',
  c09: 'A$',
  'en-au': 'A$',
  '1409': 'NZ$',
  'en-nz': 'NZ$',
  '4809': 'S$',
  'en-sg': 'S$',
  c04: 'HK$',
  'zh-hk': 'HK$',
  '404': 'NT$',
  'zh-tw': 'NT$',
};
const YEN_BY_LOCALE: Record<string, string> = {
  '804': 'CNY ',
  'zh-cn': 'CNY ',
  '411': 'JPY ',
  'ja-jp': 'JPY ',
};

/** Replaces codes such as '[$€-407]' by the text '€': their locale would also change the digits. */
function replaceCurrencyCodes(code: string): string {
  return code.replace(/\[\$([^\]-]*)(?:-([^\]]*))?\]/g, (_, symbol: string, locale = '') => {
    const key = (locale as string).toLowerCase().replace(/^0+/, '');
    const currency =
      (symbol === '$' && DOLLARS_BY_LOCALE[key]) ||
      (/^[¥￥]$/.test(symbol) && YEN_BY_LOCALE[key]) ||
      symbol;
    return currency ? `"${currency.replaceAll('"', '')}"` : '';
  });
}

/** Matches digits, signs and the space of accounting, without padding zeros. */
const PLAIN_FORMAT = /^(?:[#?,.\-+() 0-9Ee/;]|general)*$/i;
const PADDED_FORMAT = /(?:^|[^0.,#?])0{2,}[0#?,]*(?![0#?]*\.0)|^0{2,}/;

export function findDecoratingFormat(id: number, code: string | undefined): string | undefined {
  const stated = (code ?? BUILT_IN_FORMATS[id] ?? '').slice(0, MAX_FORMAT_CHARACTERS);
  if (!stated || stated === '@') return undefined;
  const bare = stated.replace(
    /_.|\*.|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]/gis,
    '',
  );
  const isDecorated = isScaling(bare.split(';')[0]!) || PADDED_FORMAT.test(bare);
  if (PLAIN_FORMAT.test(bare) && !isDecorated) return undefined;
  return replaceCurrencyCodes(bare);
}

/** Checks for commas behind the digits, each of which divides the number by 1,000. */
function isScaling(code: string): boolean {
  return /[0#?],+(?:[^0#?,.]|$)/.test(code.replace(/"[^"]*"/g, '""'));
}

/** Recognizes formats of elapsed time, which goes beyond 24 hours: '[h]:mm' shows 1.25 as '30:00'. */
export function isDurationFormat(code: string): boolean {
  return /\[(?:h+|m+|s+)\]/i.test(code.replace(/"[^"]*"/g, ''));
}

export function toShownNumber(number: number, code: string): ImportCell {
  if (isDurationFormat(code)) return number < 0 ? number : formatDuration(number, code);
  const shown = formatByCode(number, code);
  const isPlain = shown === undefined || /^-?(?:0|[1-9][\d,]*)(?:\.\d+)?$/.test(shown);
  if (isScaling(code))
    return { number, shown: isPlain ? formatDigits(number) : shown, isScaled: true };
  return isPlain ? number : { number, shown };
}

/** Writes hours below ten as times of the day are written: '08:24'. */
function formatDuration(days: number, code: string): string {
  return format(code, days, { throws: false })
    .trim()
    .replace(/^(?=\d:)/, '0');
}

/**
 * Formats a number. Digits that the format hides are added; if it also changes them, only its
 * currency or percent sign is kept.
 */
function formatByCode(number: number, code: string): string | undefined {
  const shown = format(code, number, { throws: false }).trim();
  if (hasAllDigits(shown, number)) return shown;
  if (getFormatInfo(code).isPercent) return `${formatDigits(number * 100)}%`;
  if (!isScaling(code) && isRounded(shown, number)) {
    // A negative number that is rounded to zero has no sign.
    const sign = number < 0 && !/[-(]/.test(shown) ? '-' : '';
    return sign + shown.replace(SHOWN_DIGITS, formatDigits(Math.abs(number)));
  }
  const [, quoted, bare] = /"([^"]*\p{Sc}[^"]*|[A-Z]{3} ?)"|(\p{Sc})/u.exec(code) ?? [];
  const currency = (quoted ?? bare)?.trim();
  if (!currency) return undefined;
  const sign = number < 0 ? '-' : '';
  const space = /\w$/.test(currency) ? ' ' : '';
  return `${sign}${currency}${space}${formatDigits(Math.abs(number))}`;
}

const SHOWN_DIGITS = /\d[\d,]*(?:\.\d+)?/g;

/** Checks that a text has only the rounded number, beside units such as the M of '$2.4M'. */
function isRounded(shown: string, number: number): boolean {
  const [digits, ...others] = shown.match(SHOWN_DIGITS) ?? [];
  if (digits === undefined || others.length) return false;
  const decimals = digits.split('.')[1]?.length ?? 0;
  const difference = Math.abs(Number(digits.replaceAll(',', '')) - Math.abs(number));
  return difference <= 0.5 * 10 ** -decimals * (1 + 1e-9);
}

function formatDigits(number: number): string {
  return Number(number.toPrecision(15)).toLocaleString('en', { maximumFractionDigits: 15 });
}

function hasAllDigits(shown: string, number: number): boolean {
  const percent = /(\d[\d,]*(?:\.\d+)?)\s*%/.exec(shown)?.[1];
  const value = percent ? Number(percent.replaceAll(',', '')) / 100 : parseFormattedNumber(shown);
  if (value === undefined) return false;
  const exact = Math.abs(number);
  if (Math.abs(Math.abs(value) - exact) <= exact * 1e-12) return true;
  // Telephone numbers group their digits; '5M' may stand for 5 in a format that adds the M.
  return Number.isInteger(exact) && shown.replace(/\D/g, '').includes(String(exact));
}
