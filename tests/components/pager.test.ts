import { expect, test } from 'vitest';
import { pageNumbers } from '~/components/list/pager';

test('the pager has the current page, the first and the last; those beside it have buttons (rule 12.29)', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 2)).toEqual([1]);
  expect(pageNumbers(2, 3)).toEqual([2]);
  expect(pageNumbers(1, 86)).toEqual([1, 86]);
  expect(pageNumbers(40, 86)).toEqual([1, 40, 86]);
  expect(pageNumbers(86, 86)).toEqual([1, 86]);
});
