import { expect, test } from 'vitest';
import { isSameValue } from '~/models/history/field-value';

test.each([
  ['one\r\ntwo\rthree', 'one\ntwo\nthree', true],
  ['one\n', 'one', false],
  [null, '', true],
  [null, [], true],
  [null, undefined, true],
  [null, 0, false],
  [['AI', 'DX'], ['AI', 'DX'], true],
  [['AI', 'DX'], ['DX', 'AI'], false],
  [7, '7', false],
])('a field that has %j and gets %j: the same is %j', (one, other, same) => {
  expect([isSameValue(one, other), isSameValue(other, one)]).toEqual([same, same]);
});
