import { describe, expect, test } from 'vitest';
import { isSameValue } from '~/domain/history/field-value';
import { NoteText } from '~/domain/note/schema';
import { getDisplayName } from '~/domain/person/names';
import { lineSchema, multilineSchema, toStorableText } from '~/domain/text/schema';
import { formatNames, getFirstWords, truncate } from '~/domain/text/text';

const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i + 1}`).join(' ');

describe('direction overrides (rule 3.10)', () => {
  test('saving a text drops direction overrides', () => {
    expect(lineSchema(100).parse(' Acme \u202elmth.xslx\u202c ')).toBe('Acme lmth.xslx');
    expect(multilineSchema(100).parse('a\u202ab\n\u202bc\u202d')).toBe('ab\nc');
    expect(lineSchema(100, 'Missing').safeParse('\u202e').error?.issues[0]?.message).toBe(
      'Missing',
    );
    expect(lineSchema(100).parse('\u2067שלום\u2069 café')).toBe('\u2067שלום\u2069 café');
  });
});

describe('normalized texts (rule 3.29)', () => {
  const BREAKS = ['\v', '\f', '\u0085', '\u2028', '\u2029'];

  test.each(BREAKS)('%j becomes a line break, or a space in a single line', (sign) => {
    expect(multilineSchema(100).parse(`one${sign}two`)).toBe('one\ntwo');
    expect(lineSchema(100).parse(`one${sign}two${sign}`)).toBe('one two');
  });

  test.each(['\n', '\r', '\r\n'])('%j becomes a space in a single line', (sign) => {
    expect(lineSchema(100).parse(`one${sign}two${sign}`)).toBe('one two');
  });

  test('saving a text drops U+007F', () => {
    expect(lineSchema(100).parse('A\u007fcme')).toBe('Acme');
    expect(multilineSchema(100).parse('A\u007f\ncme')).toBe('A\ncme');
  });

  const UNSEEN = [
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\u2060 \u200d',
    '\u3164',
    '\u2800',
    '\u2028',
    '\u007f',
  ];
  test.each(UNSEEN)('%j is an empty text', (typed) => {
    expect(lineSchema(100, 'Missing').safeParse(typed).error?.issues[0]?.message).toBe('Missing');
    expect(lineSchema(100).parse(typed)).toBe('');
    expect(NoteText.safeParse(typed).error?.issues[0]?.message).toBe('Please enter a note');
  });

  test('zero-width characters within a text are preserved', () => {
    expect(lineSchema(100).parse('👩\u200d🚀 می\u200cخواهم')).toBe('👩\u200d🚀 می\u200cخواهم');
  });
});

describe('shown texts (rules 5.2, 5.10 and 12.30)', () => {
  test('key metrics are cut after 15 words', () => {
    for (const [text, shown] of [
      ['', ''],
      [words(15), words(15)],
      [words(16), `${words(15)}...`],
      [`  ${words(15)} \n `, words(15)],
      ['a\n\nb\tc\u00a0d\u3000e', 'a b c d e'],
      ['漢字'.repeat(300), '漢字'.repeat(300)],
    ])
      expect(getFirstWords(text!, 15)).toBe(shown);
  });

  test.each([
    ['Ana', 'Lindqvist', 'Ana Lindqvist'],
    ['Ana', null, 'Ana'],
    [null, 'Lindqvist', 'Lindqvist'],
    ['美', '陈', '陈美'],
    ['さくら', '森', '森さくら'],
    ['민준', '김', '김민준'],
    ['ジョン', 'スミス', 'スミスジョン'],
    ['美', 'Chen', '美 Chen'],
    ['', '', 'ana@fund.example'],
    [null, null, 'ana@fund.example'],
  ])('the full name of %j %j, or else the email, is %s', (first, last, shown) => {
    const person = { firstName: first, lastName: last, email: 'ana@fund.example' };
    expect(getDisplayName(person)).toBe(shown);
  });
});

test('truncation never splits a character', () => {
  expect([2, 3, 4].map((length) => truncate('ab🚀d', length))).toEqual(['ab', 'ab', 'ab🚀']);
  expect(truncate('漢字', 5)).toBe('漢字');
});

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
])('the values %j and %j are the same: %j', (one, other, same) => {
  expect([isSameValue(one, other), isSameValue(other, one)]).toEqual([same, same]);
});

describe('texts that nobody typed (rule 28.4)', () => {
  test.each([
    ['combining marks', `e${'\u0301'.repeat(200)}`],
    ['half-width kana marks', `\uff8a${'\uff9e'.repeat(200)}`],
    ['control characters', 'a\u0000b\u0007c\ud800d\uffff'],
    ['odd line breaks', 'a\r\nb\rc\vd\u2028e'],
    ['dropped characters', 'a\u202eb\u007fc'],
  ])('%s become a text that a field stores as it is', (_, text) => {
    const stored = toStorableText(text);
    expect(multilineSchema(1_000).parse(stored)).toBe(stored);
  });
});

test('a list of names ends with the number of those left out', () => {
  expect(formatNames(['Ana', 'Ben'], 1_202)).toBe('Ana, Ben, 1,200 more');
  expect(formatNames(['Ana', 'Ben'], 2)).toBe('Ana, Ben');
  expect(formatNames([], 0)).toBe('');
});
