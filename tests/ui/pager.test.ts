import { describe, expect, test } from 'vitest';
import { listPageNumbers } from '~/ui/table/pager';

describe('pager (rule 12.29)', () => {
  test('the pager shows the current page, neighbours and ends', () => {
    expect(listPageNumbers(1, 1)).toEqual([1]);
    expect(listPageNumbers(1, 2)).toEqual([1, 2]);
    expect(listPageNumbers(2, 3)).toEqual([1, 2, 3]);
    expect(listPageNumbers(1, 86)).toEqual([1, 2, 86]);
    expect(listPageNumbers(40, 86)).toEqual([1, 39, 40, 41, 86]);
    expect(listPageNumbers(86, 86)).toEqual([1, 85, 86]);
  });
});
