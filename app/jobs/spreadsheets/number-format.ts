import { format, getFormatInfo } from 'numfmt';
import type { ImportCell } from '#db/schema';
import { parseFormattedNumber } from '~/domain/import/reading/cell';

/** Numbers as a spreadsheet shows them, where the format says more than the number does. */

/** Excel's own formats that add something, by the standard; 5 to 8 and 42, 44 have the dollar. */
const BUILT_IN_FORMATS: Record<number, string> = {
  ...{ 5: '"$"#,##0', 6: '"$"#,##0', 7: '"$"#,##0.00', 8: '"$"#,##0.00', 9: '0%', 10: '0.00%' },
  ...{ 42: '"$"#,##0', 44: '"$"#,##0.00' },
};

/** The longest format that Excel takes. */
export const MAX_FORMAT_CHARACTERS = 255;

/** The dollars of other countries, by the locale of a format such as '[$$-1009]#,##0'. */
const DOLLARS_BY_LOCALE: Record<string, string> = {
  ...{ '1009': 'CA$', 'en-ca': 'CA$', c09: 'A$', 'en-au': 'A$', '1409': 'NZ$', 'en-nz': 'NZ$' },
  ...{ '4809': 'S$', 'en-sg': 'S$', c04: 'HK$', 'zh-hk': 'HK$', '404': 'NT$', 'zh-tw': 'NT$' },
};
const YEN_BY_LOCALE: Record<string, string> = {
  ...{ '804': 'CNY ', 'zh-cn': 'CNY ', '411': 'JPY ', 'ja-jp': 'JPY ' },
};

/** '[$€-407]' as the text '€': the locale would also write the number in its own way. */
function replaceCurrencyCodes(code: string): string {
  return code.replace(/\[\$([^\]-]*)(?:-([^\]]*))?\]/g, (_, sign: string, locale = '') => {
    const key = (locale as string).toLowerCase().replace(/^0+/, '');
    const currency =
      (sign === '$' && DOLLARS_BY_LOCALE[key]) ||
      (/^[¥￥]$/.test(sign) && YEN_BY_LOCALE[key]) ||
      sign;
    return currency ? `"${currency.replaceAll('"', '')}"` : '';
  });
}

/** Digits, signs and the space of accounting, without zeros that pad a number. */
const PLAIN_FORMAT = /^[#?,.\-+() 0-9Ee/;]*$/;
const PADDED_FORMAT = /(?:^|[^0.,#?])0{2,}[0#?,]*(?![0#?]*\.0)|^0{2,}/;

/** The format of a cell's style where it adds something to a number; undefined for any other. */
export function findDecoratingFormat(id: number, code: string | undefined): string | undefined {
  const stated = (code ?? BUILT_IN_FORMATS[id] ?? '').slice(0, MAX_FORMAT_CHARACTERS);
  if (!stated || /general/i.test(stated) || stated === '@') return undefined;
  const bare = stated.replace(
    /_.|\*.|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]/gis,
    '',
  );
  const isScaled = /[0#?],+(?:[^0#?,.]|$)/.test(bare.split(';')[0]!);
  if (PLAIN_FORMAT.test(bare) && !isScaled && !PADDED_FORMAT.test(bare)) return undefined;
  return replaceCurrencyCodes(bare);
}

/** A number, with what the spreadsheet shows where that is more than digits. */
export function toShownNumber(number: number, code: string): ImportCell {
  const shown = formatNumber(number, code);
  const isPlain = shown === undefined || /^-?(?:0|[1-9][\d,]*)(?:\.\d+)?$/.test(shown);
  return isPlain ? number : { number, shown };
}

/** As the format has it; where that hides digits, the currency or percent sign with all of them. */
function formatNumber(number: number, code: string): string | undefined {
  const shown = format(code, number, { throws: false }).trim();
  if (hasAllDigits(shown, number)) return shown;
  if (getFormatInfo(code).isPercent) return `${formatDigits(number * 100)}%`;
  const [, quoted, bare] = /"([^"]*\p{Sc}[^"]*|[A-Z]{3} ?)"|(\p{Sc})/u.exec(code) ?? [];
  const currency = (quoted ?? bare)?.trim();
  if (!currency) return undefined;
  return `${number < 0 ? '-' : ''}${currency}${/\w$/.test(currency) ? ' ' : ''}${formatDigits(Math.abs(number))}`;
}

function formatDigits(number: number): string {
  return Number(number.toPrecision(15)).toLocaleString('en', { maximumFractionDigits: 15 });
}

/** Whether nothing of the number is rounded away, such as 456 of '$5.1M' for 5,100,456. */
function hasAllDigits(shown: string, number: number): boolean {
  const percent = /(\d[\d,]*(?:\.\d+)?)\s*%/.exec(shown)?.[1];
  const value = percent ? Number(percent.replaceAll(',', '')) / 100 : parseFormattedNumber(shown);
  if (value === undefined) return false;
  const exact = Math.abs(number);
  if (Math.abs(Math.abs(value) - exact) <= exact * 1e-12) return true;
  // A telephone number has its digits in groups; '5M' may stand for 5 in a format that adds the M.
  return Number.isInteger(exact) && shown.replace(/\D/g, '').includes(String(exact));
}
