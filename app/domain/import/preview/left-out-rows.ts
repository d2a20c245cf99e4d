import type { ImportCell } from '#db/schema';
import {
  getCellText,
  isBlankCell,
  isErrorCell,
  isFormattedNumber,
} from '~/domain/import/reading/cell';
import { type FileRow, getCell } from './file-row';
import { findOtherHeader, isRepeatedHeader } from './header-row';

const NO_VALUES = 'has no value in a column that is imported';

const IS_UNITS = 'only names the units of the columns';

const IS_HEADER = 'repeats the column names';

const IS_OTHER_TABLE = 'belongs to another table, whose columns differ';

const IS_HEADING = 'looks like a heading of the rows below it';

const IS_TOTALS = 'looks like a row of totals';

const IS_NOTE = 'is a note of the report that the file was made from';

/**
 * Returns a function that says why a row is not a deal, as the end of a sentence; undefined for a
 * row about a company. Takes the rows in the order of the file, as tables may follow each other.
 */
export function createLeftOutCheck(
  isHeading: (text: string) => boolean,
): (row: FileRow) => string | undefined {
  const previousRows = new Map<number, FileRow>();
  const latestCells = new Map<number, ImportCell[]>();
  const sheetsInOtherTable = new Set<number>();
  return (row) => {
    const { sheet } = row;
    const previous = previousRows.get(sheet);
    previousRows.set(sheet, row);
    const groups = latestCells.get(sheet) ?? [];
    const isLabel = (cell: ImportCell) => isTotalWord(cell) || isGroupTotal(cell, groups);
    latestCells.set(sheet, keepLatest(groups, row.cells));
    if (row.reference) return undefined;
    const isAfterBreak = !previous || row.row > previous.row + 1 || hasSingleCell(previous.cells);
    const otherHeader = isRepeatedHeader(row) ? 'same columns' : findOtherHeader(row, isAfterBreak);
    if (otherHeader === 'other columns') sheetsInOtherTable.add(sheet);
    if (otherHeader === 'same columns') {
      sheetsInOtherTable.delete(sheet);
      return IS_HEADER;
    }
    if (sheetsInOtherTable.has(sheet)) return IS_OTHER_TABLE;
    return getLeftOutReason(row, isLabel) ?? getTitleReason(row, previous, isHeading);
  };
}

/** Returns the latest filled cell of each column: a pivot table names a group only in its first row. */
function keepLatest(latest: ImportCell[], cells: ImportCell[]): ImportCell[] {
  const width = Math.max(latest.length, cells.length);
  return Array.from({ length: width }, (_, column) => {
    const cell = cells[column] ?? null;
    return isBlankCell(cell) ? (latest[column] ?? null) : cell;
  });
}

function hasSingleCell(cells: ImportCell[]): boolean {
  return cells.filter((cell) => !isBlankCell(cell)).length === 1;
}

/** Returns the reason for the only text of a row; in a list of names alone, any text may be a company. */
function getTitleReason(
  { holds, columns, company, cells }: FileRow,
  previous: FileRow | undefined,
  isHeading: (text: string) => boolean,
): string | undefined {
  if (holds !== 'deals' || columns.size < 2 || !company || !hasSingleCell(cells)) return undefined;
  if (isHeading(company)) return IS_HEADING;
  const isTotal = COUNT_PATTERN.test(company) || (previous && isTotalWord(company));
  return isTotal ? IS_TOTALS : undefined;
}

function getLeftOutReason(
  row: FileRow,
  isLabel: (cell: ImportCell) => boolean,
): string | undefined {
  if (row.referenceText) return undefined;
  if (row.row === row.unitsRow) return IS_UNITS;
  const mapped = [...row.columns.keys()].map((target) => getCell(row, target));
  if (isReportNote(row.cells)) return IS_NOTE;
  if (mapped.every(isBlankCell)) return NO_VALUES;
  const isTotals = row.company
    ? isNamedTotalsRow(row.company, row.cells, isLabel)
    : isTotalsRow(row.cells, isLabel);
  return isTotals ? IS_TOTALS : undefined;
}

const FILTER_NOTES = [
  '(?:applied )?filters?\\s*:',
  'filters? applied:',
  'filtered by\\b',
  '(?:angewendete |aktive )?filter\\s*:',
  'gefiltert nach\\b',
];

const RIGHTS_NOTES = [
  'copyright\\b',
  '©',
  '\\(c\\)\\s*\\d{4}',
  'confidential(?: information)?\\s*[-–—:]',
  '(?:strictly )?confidential\\.?$',
  'disclaimer:',
  'vertraulich(?:\\s*[-–—:]|$)',
];

const ORIGIN_NOTES = [
  'report (?:generated|created|run)\\b',
  '(?:generated|exported|printed|created) (?:by|on|from|at)\\b',
  'as of \\d',
  '(?:source|quelle|fuente)\\s*:',
  'erstellt (?:am|von)\\b',
  'stand:',
  '(?:last )?updated (?:by|on|at)\\b',
  'last updated?\\b',
  'zuletzt aktualisiert\\b',
];

const REMARKS = [
  '(?:foot)?notes?:',
  'legende?:',
  'remarks?:',
  'n\\.?b\\.?:',
  'hinweise?:',
  'anmerkung(?:en)?:',
];

const PAGE_NOTES = ['page \\d+ of \\d+$', 'end of report', 'grand total', 'seite \\d+ von \\d+$'];

const NOTE_STARTS = [...FILTER_NOTES, ...RIGHTS_NOTES, ...ORIGIN_NOTES, ...REMARKS, ...PAGE_NOTES];

const NOTE_PATTERN = new RegExp(
  `^(?:${NOTE_STARTS.join('|')})|\\ball rights reserved\\b|\\bdo not distribute\\b`,
  'i',
);

function isReportNote(cells: ImportCell[]): boolean {
  const filled = cells.filter((cell) => !isBlankCell(cell));
  if (filled.length !== 1 || typeof filled[0] !== 'string') return false;
  const text = filled[0].trim();
  return text.length <= MAX_NOTE_LENGTH && NOTE_PATTERN.test(text);
}

const MAX_NOTE_LENGTH = 2_000;

const TOTAL_WORDS = '(?:(?:grand|sub|report)[\\s-]*)?(?:totals?|sum|average|avg|mean|median|count)';

const GERMAN_TOTAL_WORDS =
  '(?:gesamt|insgesamt|summe|zwischensumme|gesamtsumme|(?:gesamt|teil)?ergebnis|durchschnitt|mittelwert|ø|anzahl)';

const CHINESE_TOTAL_WORDS = '(?:合计|总计|小计|总和|平均|合計|小計|総計|平均値|件数)';

const ROMANCE_TOTAL_WORDS =
  '(?:total (?:général|general|geral)|sous-total|subtotale?|totale(?: complessivo| generale)?|moyenne|somme|promedio|suma)';

const OTHER_TOTAL_WORDS =
  '(?:(?:eind|sub)?totaal|gemiddelde|razem|suma (?:końcowa|częściowa)|średnia)';

const TOTAL_PATTERNS = [
  `(?:${ROMANCE_TOTAL_WORDS}|${GERMAN_TOTAL_WORDS}|${OTHER_TOTAL_WORDS})(?:\\s*(?:\\(.*\\)|[:–-].*))?`,
  '(?:sub-?total|sous-total|subtotale|subtotaal|zwischensumme|teilergebnis)\\b.*',
  `${TOTAL_WORDS}(?:\\s*(?:\\(.*\\)|[:–-].*|(?:for|of|records?|rows?|deals?)\\b.*))?`,
  `${CHINESE_TOTAL_WORDS}(?:\\s*[(（].*[)）])?`,
];

const TOTAL_PATTERN = new RegExp(`^(?:${TOTAL_PATTERNS.join('|')})$`, 'i');

const ROW_NOUNS = 'deals?|records?|rows?|entries|einträge|datensätze|zeilen';
const COUNTED_NOUN = `(?:${ROW_NOUNS}|companies|startups?|unternehmen|firmen)`;

/** Matches 'Count: 3' and 'Total deals: 3', which a list has below its rows. */
const NAMED_COUNT =
  `(?:(?:${TOTAL_WORDS}|${GERMAN_TOTAL_WORDS})(?:\\s+${COUNTED_NOUN})?|${CHINESE_TOTAL_WORDS})` +
  `\\s*[:：]\\s*[\\d.,]+(?:\\s*${COUNTED_NOUN})?`;

/** Also matches '12 deals', but not '500 Startups', which is a company. */
const COUNT_PATTERN = new RegExp(`^(?:${NAMED_COUNT}|[\\d.,]+\\s*(?:${ROW_NOUNS}))$`, 'i');

const AMOUNT_PATTERN =
  /^[\p{Sc}A-Z]{0,3}\s*[-+(]?[\d\s.,'’]*\d[\d\s.,'’]*\s*(?:k|m|mn|mio|b|bn|%)?\.?\)?\s*[\p{Sc}A-Z]{0,3}$/iu;

const MAX_TOTAL_LENGTH = 40;

/** Fits the name of an option, or of a company. */
const MAX_GROUP_TOTAL_LENGTH = 200;

function isTotalWord(cell: ImportCell): boolean {
  const text = getCellText(cell).trim();
  return text.length <= MAX_TOTAL_LENGTH && TOTAL_PATTERN.test(text.replace(/\s*[:：]$/, ''));
}

const GROUP_TOTAL_PATTERN =
  /^(.+) (?:total|sum|average|count|summe|ergebnis|mittelwert|anzahl|totale|totaal|razem)$/i;

/** Matches 'Seed Total' below rows with 'Seed', as spreadsheets write subtotals. */
function isGroupTotal(cell: ImportCell, groups: ImportCell[]): boolean {
  const text = getCellText(cell).trim();
  if (text.length > MAX_GROUP_TOTAL_LENGTH) return false;
  const name = GROUP_TOTAL_PATTERN.exec(text)?.[1]?.toLowerCase();
  return (
    name !== undefined && groups.some((group) => getCellText(group).trim().toLowerCase() === name)
  );
}

function isAmount(cell: ImportCell): boolean {
  if (typeof cell === 'number' || isFormattedNumber(cell)) return true;
  const text = getCellText(cell).trim();
  return text.length <= MAX_TOTAL_LENGTH && AMOUNT_PATTERN.test(text);
}

/** Returns true if all filled cells are numbers or words such as Total, Summe or 合计. */
export function isTotalsRow(cells: ImportCell[], isLabel = isTotalWord): boolean {
  return cells.every((cell) => isBlankCell(cell) || isLabel(cell) || isAmount(cell));
}

function isNamedTotalsRow(
  company: ImportCell,
  cells: ImportCell[],
  isLabel: (cell: ImportCell) => boolean,
): boolean {
  // Sums without a stored result are errors.
  const filled = cells.filter((cell) => !isErrorCell(cell));
  const hasAmount = filled.length < cells.length || filled.some(isAmount);
  return isLabel(company) && hasAmount && isTotalsRow(filled, isLabel);
}
