import { expect, test } from 'vitest';
import { pageNumbers } from '~/components/list/pager';

const shown = (page: number, pages: number) =>
  pageNumbers(page, pages)
    .map((number) => number ?? '…')
    .join(' ');

test('the pager has the first page, the last, and those around the current one (rule 12.29)', () => {
  expect(shown(1, 1)).toBe('1');
  expect(shown(1, 2)).toBe('1 2');
  expect(shown(1, 86)).toBe('1 2 … 86');
  expect(shown(4, 86)).toBe('1 2 3 4 5 … 86');
  expect(shown(40, 86)).toBe('1 … 39 40 41 … 86');
  expect(shown(84, 86)).toBe('1 … 83 84 85 86');
  expect(shown(86, 86)).toBe('1 … 85 86');
});
