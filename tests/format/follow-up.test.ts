import { expect, test } from 'vitest';
import { formatDueIn } from '~/format/follow-up';

test.each([
  [360, 'due in 360 days'],
  [1, 'due in 1 day'],
  [0, 'due today'],
  [-1, '1 day overdue'],
  [-11, '11 days overdue'],
])('a follow-up in %d days is %s', (days, text) => expect(formatDueIn(days)).toBe(text));
