import { expect, test } from 'vitest';
import { formatFileSize } from '~/format/file-size';

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1536, '1.5 KB'],
  [52_428_800, '50 MB'],
])('a size of %d is shown as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
