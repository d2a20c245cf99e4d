import type { ImportCell } from '#db/schema';
import {
  guessTargets,
  isCompanyHeader,
  isUnassignedHeader,
  MAX_HEADER_LENGTH,
} from '~/domain/import/mapping/guess-targets';
import { normalizeHeader } from '~/domain/import/mapping/header';
import { getCellText, isBlankCell, MAX_SHOWN_LENGTH } from '~/domain/import/reading/cell';
import type { FileRow } from './file-row';

export function isRepeatedHeader({ cells, headers = [] }: FileRow): boolean {
  const filledColumns = [...cells.keys()].filter((column) => !isBlankCell(cells[column]));
  const repeatsHeader = (column: number) =>
    normalizeHeaderText(getCellText(cells[column])) === normalizeHeaderText(headers[column] ?? '');
  return filledColumns.length > 1 && filledColumns.every(repeatsHeader);
}

function normalizeHeaderText(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? '' : normalizeHeader(text) || text;
}

function isPossibleHeader(cell: ImportCell): boolean {
  return isBlankCell(cell) || (typeof cell === 'string' && cell.length <= MAX_HEADER_LENGTH);
}

/**
 * Recognizes the column names of another table below the first one. `isAfterBreak` says that a
 * blank row or a title stands above, as deals may have words such as Startup and Product.
 */
export function findOtherHeader(row: FileRow, isAfterBreak: boolean): OtherHeader | undefined {
  const { cells, columns, headers = [], holds } = row;
  if (holds === 'ignored' || !cells.every(isPossibleHeader)) return undefined;
  const texts = cells.map((cell) => getCellText(cell).trim());
  if (!texts.some(isCompanyHeader)) return undefined;
  const targets = guessTargets(holds, texts, true);
  const ownKeys = new Set(headers.map(normalizeHeaderText));
  const isOwn = (text: string) => ownKeys.has(normalizeHeaderText(text));
  const isKnown = (text: string, i: number) =>
    text !== '' && (Boolean(targets[i]) || isOwn(text) || isUnassignedHeader(text));
  const companyColumn = columns.get('companyName') ?? -1;
  const isCompany = texts[companyColumn] && !isKnown(texts[companyColumn], companyColumn);
  const filled = texts.filter(Boolean);
  const repeatsCompanyHeader =
    isAfterBreak &&
    companyColumn >= 0 &&
    filled.length > 1 &&
    normalizeHeaderText(texts[companyColumn] ?? '') ===
      normalizeHeaderText(headers[companyColumn] ?? '');
  const looksLikeHeader =
    !isCompany &&
    targets.filter(Boolean).length > 1 &&
    texts.filter(isKnown).length * 3 >= filled.length * 2 &&
    (isAfterBreak || filled.filter(isOwn).length > 1);
  const isHeader = repeatsCompanyHeader || looksLikeHeader;
  if (!isHeader) return undefined;
  const isSameColumn = ([target, column]: [string, number]) =>
    !texts[column] ||
    targets[column] === target ||
    normalizeHeaderText(texts[column]) === normalizeHeaderText(headers[column] ?? '');
  return [...columns].every(isSameColumn) ? 'same columns' : 'other columns';
}

type OtherHeader = 'same columns' | 'other columns';
