import type { CustomField, DecimalSeparator, ImportCell } from '#db/schema';
import { interpretText, isClearYesNo } from '~/domain/custom-field/parse';
import { getCellText, isLinkedCell } from '~/domain/import/reading/cell';
import { extractWebAddress } from '~/domain/import/values/addresses';
import { isCertainPlaceholder } from '~/domain/import/values/cell-text';
import { toPlainNumber } from '~/domain/import/values/separators';
import { isWebAddress } from '~/domain/text/web-address';

const MAX_SHORT_TEXT_LENGTH = 200;

export function guessFieldKind(
  header: string,
  cells: ImportCell[],
  decimalSeparator?: DecimalSeparator,
): CustomField['kind'] {
  const texts = cells.map((cell) => getCellText(cell).trim());
  const filled = texts.filter((text) => text && !isCertainPlaceholder(text));
  const areAll = (isMatch: (text: string) => boolean) => filled.length > 0 && filled.every(isMatch);
  if (areAll((text) => /^\d{4}-\d\d-\d\d$/.test(text))) return 'day';
  if (areAll(isClearYesNo)) return 'yesNo';
  if (areAll((text) => isClearNumber(text, decimalSeparator))) return 'number';
  if (areAll((text) => isValueOf('money', text))) return 'money';
  const namesLinks = /web|url|site|link|domain/i.test(header);
  const addresses = cells
    .filter((cell) => getCellText(cell).trim())
    .map((cell) =>
      namesLinks || isLinkedCell(cell) ? extractWebAddress(cell) : getCellText(cell).trim(),
    );
  const links = addresses.filter((text) => !isCertainPlaceholder(text));
  if (links.length > 0 && links.every(isWebAddress)) return 'link';
  return filled.some((text) => text.length > MAX_SHORT_TEXT_LENGTH || text.includes('\n'))
    ? 'longText'
    : 'text';
}

/** A column of '1.200' alone stays a text, as none of its numbers could be imported. */
function isClearNumber(text: string, decimalSeparator?: DecimalSeparator): boolean {
  const number = toPlainNumber(text, decimalSeparator);
  return number !== undefined && isValueOf('number', number);
}

function isValueOf(kind: CustomField['kind'], text: string): boolean {
  return interpretText({ kind, options: [] }, text, []) !== undefined;
}
