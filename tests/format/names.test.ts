import { expect, test } from 'vitest';
import { formatNames } from '~/format/names';

test('a list of names ends with the number of those left out', () => {
  expect(formatNames(['Ana', 'Ben'], 1_202)).toBe('Ana, Ben, 1,200 more');
  expect(formatNames(['Ana', 'Ben'], 2)).toBe('Ana, Ben');
  expect(formatNames([], 0)).toBe('');
});
