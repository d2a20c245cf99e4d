import { describe, expect, test } from 'vitest';
import { CRITERIA } from '~/domain/evaluation/criteria';
import { listTargets } from '~/domain/import/mapping/targets';
import { createFileRow } from '~/domain/import/preview/file-row';
import { isTotalsRow } from '~/domain/import/preview/left-out-rows';
import { isAmbiguousDate } from '~/domain/import/values/dates';
import { parseCell } from '~/domain/import/values/parse-cell';
import { isDateFormat } from '~/jobs/spreadsheets/dates';
import { getProcessorTimeMs } from '../../support/event-loop-turns';
import { optionParser } from '../../support/option-lists';

/** Cells of 32,767 characters that patterns could take minutes for. */
const MAX_CELL_CHARACTERS = 32_767;
const UNITS = [
  [' ', '\t', '\n', ' \n', 't', ', ', '[', '<', '(', '/', '-', '.', "'", '1', '1 ', '1,'],
  ['12:34 ', 'a ', 'ｔ', '\u0301', '\u0301\u0316', '\ufdfa', 'series', 'of 10', '$', 'A'],
  ['=', '&', '公司'],
].flat();
const TEXTS = UNITS.flatMap((unit) => {
  const long = unit.repeat(Math.floor((MAX_CELL_CHARACTERS - 2) / unit.length));
  return [long, `1${long}x`, `x${long}1`];
});
const DEALS = listTargets('deals').map(({ key }) => key);
/** Processor time of all texts together. */
const MAX_TOTAL_MS = 2_000;

function measureTime(work: (text: string) => unknown): number {
  const start = getProcessorTimeMs();
  for (const text of TEXTS) work(text);
  return getProcessorTimeMs() - start;
}

describe('reading cells of maximum length (rule 16.13)', () => {
  test.each([...DEALS, CRITERIA[0]!.key, 'marketNotes'])(
    'a cell of maximum length is read at once as %s',
    (target) => {
      const storedIndustries = ['a,\t \t \t \t b', ' , , , ,', 'In/Out bound'];
      expect(
        measureTime((text) =>
          parseCell(target, text, { dayFirst: null, storedIndustries, optionParser }),
        ),
      ).toBeLessThan(MAX_TOTAL_MS);
    },
  );

  test('a company name of maximum length is matched at once', () => {
    const columns = new Map([['companyName', 0]]);
    const row = (text: string) => ({ n: 1, sheet: 0, row: 2, cells: [text] });
    expect(measureTime((text) => createFileRow(row(text), 'deals', columns))).toBeLessThan(
      MAX_TOTAL_MS,
    );
  });

  test('a long cell is checked for totals and dates at once', () => {
    expect(measureTime((text) => [isTotalsRow([text]), isAmbiguousDate(text)])).toBeLessThan(
      MAX_TOTAL_MS,
    );
  });

  test('a long number format is checked at once', () => {
    expect(measureTime(isDateFormat)).toBeLessThan(MAX_TOTAL_MS);
  });
});
