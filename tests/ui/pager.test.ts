import { describe, expect, test } from 'vitest';
import { listPageNumbers } from '~/ui/table/pager';

describe('pager (rule 12.29)', () => {
  test('the pager shows the current, first and last page', () => {
    expect(listPageNumbers(1, 1)).toEqual([1]);
    expect(listPageNumbers(1, 2)).toEqual([1]);
    expect(listPageNumbers(2, 3)).toEqual([2]);
    expect(listPageNumbers(1, 86)).toEqual([1, 86]);
    expect(listPageNumbers(40, 86)).toEqual([1, 40, 86]);
    expect(listPageNumbers(86, 86)).toEqual([1, 86]);
  });
});
