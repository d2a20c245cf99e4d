import { describe, expect, test } from 'vitest';
import { toCsv } from '~/domain/csv';

const STARTS = [
  '=',
  '+',
  '-',
  '@',
  '\u2212',
  '＝',
  '＋',
  '－',
  '＠',
  '﹢',
  '﹣',
  '﹦',
  '﹫',
  '⁺',
  '₌',
];
const SKIPPED = [
  '',
  '\t',
  '\r',
  '\n',
  ' ',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\u202e',
  '\u0085',
];

describe('CSV cells (rule 8.8)', () => {
  test('a CSV cell is never a formula, whatever it starts with', () => {
    for (const skipped of SKIPPED)
      for (const start of STARTS)
        expect(toCsv([[`${skipped}${start}1+1`]])).toBe(`\uFEFF"'${skipped}${start}1+1"\r\n`);
  });
});

test('a CSV cell preserves other texts, numbers and empty values', () => {
  const row = ['Ana "A" Silva', 'a=b', 'x-y', '森の会社', -1.5, 0, null, ''];
  expect(toCsv([row])).toBe('\uFEFF"Ana ""A"" Silva","a=b","x-y","森の会社",-1.5,0,,""\r\n');
});
