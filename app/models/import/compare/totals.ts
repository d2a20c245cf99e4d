import type { ImportCell } from '#db/schema';
import { cellText, isBlank } from '~/models/import/cell';

const WORD =
  /^(?:(?:grand|sub)[\s-]*)?(?:totals?|sum|average|avg|mean|median|count)$|^(?:gesamt|summe|zwischensumme|gesamtsumme|durchschnitt|anzahl)$|^(?:合计|总计|小计|总和|平均|合計|小計|総計|平均値|件数)$/i;
/** '$45.5M', '1 200 000 €' or '12 %'. */
const AMOUNT =
  /^[\p{Sc}A-Z]{0,3}\s*[-+(]?[\d\s.,'’]*\d[\d\s.,'’]*\s*(?:k|m|mn|mio|b|bn|%)?\.?\)?\s*[\p{Sc}A-Z]{0,3}$/iu;

/** Longer texts are neither; the patterns would take long to say so. */
const LONGEST = 40;

function isTotalWord(cell: ImportCell): boolean {
  const text = cellText(cell).trim();
  return text.length <= LONGEST && WORD.test(text.replace(/\s*[:：]$/, ''));
}

function isAmount(cell: ImportCell): boolean {
  if (typeof cell === 'number') return true;
  const text = cellText(cell).trim();
  return text.length <= LONGEST && AMOUNT.test(text);
}

/** True if all filled cells are numbers or a word such as Total, Summe or 合计. */
export function looksLikeTotals(cells: ImportCell[]): boolean {
  return cells.every((cell) => isBlank(cell) || isTotalWord(cell) || isAmount(cell));
}

/** True for a row with such a word as its company, and at least one number. */
export function isNamedTotals(company: ImportCell, cells: ImportCell[]): boolean {
  return isTotalWord(company) && cells.some(isAmount) && looksLikeTotals(cells);
}
