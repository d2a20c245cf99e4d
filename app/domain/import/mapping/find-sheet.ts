import type { ImportCell, ImportSheet } from '#db/schema';
import { findReferenceSheetKind } from '~/domain/export/columns';
import { getCellText, getColumnLetter, isBlankCell } from '~/domain/import/reading/cell';
import { findUnitsInHeaders, findUnitsInRow } from '~/domain/import/values/amounts';
import { truncate } from '~/domain/text/text';
import { guessTargets, isLooseHeader, MAX_HEADER_LENGTH, TARGET_WORDS } from './guess-targets';
import { normalizeHeader } from './header';

export type FoundSheet = Omit<ImportSheet, 'samples' | 'rows'>;

export interface HeaderOptions {
  isRound?: (text: string) => boolean;
  /** Recognizes more headers, whose cells may be no values of their field. */
  isLoose?: boolean;
}

const MAX_STORED_HEADER_LENGTH = 200;

interface HeaderCandidate {
  headerRow: number;
  headers: string[];
  holds: keyof typeof TARGET_WORDS;
  targets: (string | null)[];
  targetCount: number;
}

function createHeaderCandidate(
  cells: ImportCell[],
  index: number,
  isLoose: boolean,
): HeaderCandidate {
  const headers = cells.map((cell) => truncate(getCellText(cell).trim(), MAX_STORED_HEADER_LENGTH));
  const [deals, evaluations] = (['deals', 'evaluations'] as const).map((holds) => {
    const targets = guessTargets(holds, headers, isLoose);
    const targetCount = targets.filter(Boolean).length;
    return { headerRow: index + 1, headers, holds, targets, targetCount };
  });
  return evaluations!.targetCount > deals!.targetCount ? evaluations! : deals!;
}

function normalizeFilledCells(cells: ImportCell[]): string[] {
  const filled = cells.filter((cell) => !isBlankCell(cell));
  return filled.map((cell) => (typeof cell === 'string' ? normalizeHeader(cell) : ''));
}

function areNames(texts: string[]): boolean {
  return texts.every((text) => /\p{L}/u.test(text) && text.length <= MAX_HEADER_LENGTH);
}

/** Recognizes a header row of unknown words: several texts, none twice, above data. */
function isLikelyHeader(rows: ImportCell[][], index: number): boolean {
  const texts = normalizeFilledCells(rows[index]!);
  const isAboveData = rows[index + 1]?.some((cell) => !isBlankCell(cell)) ?? false;
  return texts.length > 1 && areNames(texts) && new Set(texts).size === texts.length && isAboveData;
}

/** Recognizes a row that only groups the columns, such as 'Contact' above 'Name' and 'Email'. */
function isGroupRow(cells: ImportCell[], below: ImportCell[]): boolean {
  const texts = normalizeFilledCells(below);
  return areNames(texts) && texts.length > normalizeFilledCells(cells).length;
}

function findHeader(rows: ImportCell[][], isLoose: boolean): HeaderCandidate | undefined {
  const candidates = rows.map((cells, index) => createHeaderCandidate(cells, index, isLoose));
  const maxCount = Math.max(0, ...candidates.map(({ targetCount }) => targetCount));
  const isBest = (row: HeaderCandidate, index: number) => {
    if (!maxCount || row.targetCount < maxCount) return false;
    if (maxCount === 1 && !hasDealColumn(row)) return false;
    const below = candidates[index + 1];
    const isTie = maxCount > 1 && below?.targetCount === maxCount;
    return !isTie || !isGroupRow(rows[index]!, rows[index + 1]!);
  };
  return candidates.find(isBest) ?? candidates.find((_, index) => isLikelyHeader(rows, index));
}

function listColumnTexts(rows: ImportCell[][], column: number): string[] {
  return rows.map((row) => getCellText(row[column]).trim()).filter(Boolean);
}

const SCORE = /^(?:10(?:[.,]0+)?|\d(?:[.,]\d+)?)(?:\s*\/\s*10)?$/;

/** A header of the evaluation score in `LOOSE_HEADERS`, which no other field has. */
const SCORE_HEADER = 'Note globale';

/** Names a column 'Note' of scores, which is French and German for a score, so that it is guessed. */
function renameScores(headers: string[], below: ImportCell[][]): string[] {
  return headers.map((header, i) => {
    if (normalizeHeader(header) !== 'note') return header;
    const texts = listColumnTexts(below, i);
    return texts.length && texts.every((text) => SCORE.test(text)) ? SCORE_HEADER : header;
  });
}

function assignFreeStage(headers: string[], targets: (string | null)[]): void {
  if (targets.includes('stage')) return;
  const column = headers.findIndex(
    (header, i) => targets[i] === null && isLooseHeader('stage', header),
  );
  if (column >= 0) targets[column] = 'stage';
}

function areEmails(texts: string[]): boolean {
  return !texts.length || texts.some((text) => text.includes('@'));
}

/** Requires rounds in half of a "stage" column, as some call the round a stage. */
function areRounds(texts: string[], isRound: (text: string) => boolean): boolean {
  return texts.length > 0 && texts.filter(isRound).length * 2 >= texts.length;
}

function nameHeaders(headers: string[], width: number): string[] {
  const seen = new Set<string>();
  return Array.from({ length: width }, (_, i) => {
    const header = headers[i] ?? '';
    const name = header.toLowerCase();
    const isRepeated = seen.has(name);
    seen.add(name);
    if (!header) return `Column ${getColumnLetter(i)}`;
    return isRepeated ? `${header} (column ${getColumnLetter(i)})` : header;
  });
}

function countColumns(rows: ImportCell[][]): number {
  return Math.max(0, ...rows.map((row) => row.findLastIndex((cell) => !isBlankCell(cell)) + 1));
}

/**
 * Finds the header row among the first rows, the sheet's content and the target of each column (a
 * guess). Returns undefined if no row looks like headers.
 */
export function findSheet(
  name: string,
  first: ImportCell[][],
  { isRound = () => false, isLoose = false }: HeaderOptions = {},
): FoundSheet | undefined {
  const header = findHeader(first, isLoose);
  if (!header) return undefined;
  const { headerRow, holds } = header;
  const below = first.slice(headerRow);
  const headers = nameHeaders(header.headers, countColumns([first[headerRow - 1]!, ...below]));
  if (findReferenceSheetKind(headers))
    return { name, holds: 'ignored', headerRow, headers, targets: headers.map(() => null) };
  const guessed = isLoose
    ? guessTargets(holds, renameScores(header.headers, below), isLoose)
    : header.targets;
  const targets = headers.map((_, i): string | null => {
    const target = guessed[i] ?? null;
    const texts = listColumnTexts(below, i);
    if (target === 'stage' && areRounds(texts, isRound))
      return guessed.includes('fundingRound') ? null : 'fundingRound';
    return target === 'owner' && !isLoose && !areEmails(texts) ? null : target;
  });
  if (isLoose && holds === 'deals') assignFreeStage(headers, targets);
  const headerUnits = findUnitsInHeaders(headers);
  const rowUnits = findUnitsInRow(below[0] ?? [], targets.indexOf('companyName'));
  const amounts = { ...headerUnits, ...rowUnits };
  return {
    name,
    holds,
    headerRow,
    headers,
    targets,
    ...(Object.keys(amounts).length && { amounts }),
    ...(rowUnits && { unitsRow: headerRow + 1 }),
  };
}

export function hasDealColumn({ targets }: Pick<ImportSheet, 'targets'>): boolean {
  return targets.includes('companyName') || targets.includes('reference');
}

export function ignoreSheetsWithoutDeals(sheets: ImportSheet[]): ImportSheet[] {
  if (!sheets.some(hasDealColumn)) return sheets;
  return sheets.map((sheet) =>
    hasDealColumn(sheet)
      ? sheet
      : { ...sheet, holds: 'ignored', targets: sheet.targets.map(() => null) },
  );
}
