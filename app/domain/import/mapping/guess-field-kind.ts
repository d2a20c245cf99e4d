import type { CustomField, ImportCell } from '#db/schema';
import { interpretText } from '~/domain/custom-field/parse';
import { getCellText, isLinkedCell } from '~/domain/import/reading/cell';
import { extractWebAddress } from '~/domain/import/values/addresses';
import { isWebAddress } from '~/domain/text/web-address';

const PLACEHOLDER = /^(?:[-–—]+|n\/?a|tbd|tba)$/i;

const MAX_SHORT_TEXT_LENGTH = 200;

export function guessFieldKind(header: string, cells: ImportCell[]): CustomField['kind'] {
  const texts = cells.map((cell) => getCellText(cell).trim());
  const filled = texts.filter((text) => text && !PLACEHOLDER.test(text));
  const every = (isOf: (text: string) => boolean) => filled.length > 0 && filled.every(isOf);
  const reads = (kind: CustomField['kind']) => (text: string) =>
    interpretText({ kind, options: [] }, text, []) !== undefined;
  if (every((text) => /^\d{4}-\d\d-\d\d$/.test(text))) return 'day';
  if (every((text) => /^(yes|no|true|false|ja|nein|是|否)$/i.test(text))) return 'yesNo';
  if (every(reads('number'))) return 'number';
  if (every(reads('money'))) return 'money';
  const namesLinks = /web|url|site|link|domain/i.test(header);
  const addresses = cells
    .filter((cell) => getCellText(cell).trim())
    .map((cell) =>
      namesLinks || isLinkedCell(cell) ? extractWebAddress(cell) : getCellText(cell).trim(),
    );
  const links = addresses.filter((text) => !PLACEHOLDER.test(text));
  if (links.length > 0 && links.every(isWebAddress)) return 'link';
  return filled.some((text) => text.length > MAX_SHORT_TEXT_LENGTH || text.includes('\n'))
    ? 'longText'
    : 'text';
}
