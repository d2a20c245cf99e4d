import { describe, expect, test } from 'vitest';
import { line, lines } from '~/models/text-schema';
import { displayName, firstWords, truncated } from '~/models/text';

const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i + 1}`).join(' ');

test('signs that turn the text after them round are dropped when it is saved (rule 3.10)', () => {
  expect(line(100).parse(' Acme \u202elmth.xslx\u202c ')).toBe('Acme lmth.xslx');
  expect(lines(100).parse('a\u202ab\n\u202bc\u202d')).toBe('ab\nc');
  expect(line(100, 'Missing').safeParse('\u202e').error?.issues[0]?.message).toBe('Missing');
  expect(line(100).parse('\u2067שלום\u2069 café')).toBe('\u2067שלום\u2069 café');
});

describe('key metrics are cut at 15 words, then ... (rule 5.10)', () => {
  test.each([
    ['', ''],
    ['one', 'one'],
    [words(14), words(14)],
    [words(15), words(15)],
    [words(16), `${words(15)}...`],
    [words(40), `${words(15)}...`],
    [`  ${words(15)} \n `, words(15)],
    ['a\n\nb\tc\u00a0d\u3000e', 'a b c d e'],
    [`${'漢字'.repeat(300)}`, '漢字'.repeat(300)],
  ])('%#', (text, shown) => {
    expect(firstWords(text, 15)).toBe(shown);
  });
});

test.each([
  [{ firstName: 'Ana', lastName: 'Lindqvist' }, 'Ana Lindqvist'],
  [{ firstName: 'Ana', lastName: null }, 'Ana'],
  [{ firstName: null, lastName: 'Lindqvist' }, 'Lindqvist'],
  [{ firstName: '美', lastName: '陈' }, '陈美'],
  [{ firstName: 'さくら', lastName: '森' }, '森さくら'],
  [{ firstName: '민준', lastName: '김' }, '김민준'],
  [{ firstName: 'ジョン', lastName: 'スミス' }, 'スミスジョン'],
  [{ firstName: '美', lastName: 'Chen' }, '美 Chen'],
  [{ firstName: '美', lastName: null }, '美'],
  [{ firstName: '', lastName: '' }, 'ana@fund.example'],
  [{ firstName: null, lastName: null }, 'ana@fund.example'],
])('the full name, else the email: %j (rules 5.2 and 12.30)', (names, shown) => {
  expect(displayName({ ...names, email: 'ana@fund.example' })).toBe(shown);
});

test('a text is truncated between characters, not within one', () => {
  expect(truncated('ab🚀d', 2)).toBe('ab');
  expect(truncated('ab🚀d', 3)).toBe('ab');
  expect(truncated('ab🚀d', 4)).toBe('ab🚀');
  expect(truncated('漢字', 5)).toBe('漢字');
});
