import type { ImportCell } from '#db/schema';
import { plainLines } from '~/models/history/field-value';

/** Digits that a number has in a spreadsheet: 0.1 + 0.2 is 0.3 there. */
const DIGITS = 15;

function numberText(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  if (Number.isInteger(rounded) && Math.abs(rounded) < 1e18) return String(BigInt(rounded));
  return String(rounded);
}

/** A cell as text, with line ends as '\n'; an error as it is shown there, such as '#N/A'. */
export function cellText(cell: ImportCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return plainLines(cell);
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return 'date' in cell ? dateText(cell.date) : cell.error;
}

/** Midnight is a day without time. */
function dateText(date: string): string {
  return date.replace(/T00:00$/, '').replace('T', ' ');
}

export function isErrorCell(cell: ImportCell | undefined): cell is { error: string } {
  return typeof cell === 'object' && cell !== null && 'error' in cell;
}

export function isBlank(cell: ImportCell | undefined): boolean {
  return cellText(cell).trim() === '';
}

/** 'A' for 0, 'AA' for 26. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}
