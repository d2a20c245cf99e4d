import { describe, expect, test } from 'vitest';
import { folded, foldings, searchTextOf } from '#db/fold';

describe('texts are compared without regard to case, width and accents, in any script (rule 4.2)', () => {
  test.each([
    ['ACME', 'acme'],
    ['Ångström', 'ÅNGSTRÖM'],
    ['A\u030angstro\u0308m', 'Ångström'],
    ['Ж', 'ж'],
    ['ΟΔΥΣ', 'οδυσ'],
    ['ΣΟΦΟΣ', 'σοφος'],
    ['σοφοσ', 'ΣΟΦΟΣ'],
    ['ＡＢＣ', 'abc'],
    ['ﾃｽﾄ', 'テスト'],
    ['Ḥ', 'ḥ'],
    ['Ա', 'ա'],
    ['ﬁn', 'FIN'],
    ['Éloïse', 'eloise'],
    ['Hôpital', 'hopital'],
    ['Straße', 'STRASSE'],
    ['Łódź', 'lodz'],
    ['Ёлка', 'елка'],
    ['Ωδέσσα', 'ωδεσσα'],
    ['İstanbul ıı', 'istanbul ii'],
    ['ﾃﾞｰﾀ', 'データ'],
    ['a\u00a0b\nc', 'a b c'],
  ])('%s and %s count as equal', (one, other) => {
    expect(folded(one)).toBe(folded(other));
  });

  test('what differs in any script stays different', () => {
    const texts = ['深圳', '深川', 'かな', 'カナ', 'が', 'か', 'a', 'e', 'دبي', 'ß', 's', 'ด', 'ดี'];
    expect(new Set(texts.map(folded)).size).toBe(texts.length);
  });
});

test.each(['mullermilch', 'muellermilch', 'MÜLLERMILCH', 'müller', 'ueller'])(
  'Müllermilch is found by %s (rule 4.2)',
  (typed) => {
    const text = searchTextOf('Müllermilch', 'Ana');
    expect(foldings(typed).some((form) => text.includes(form))).toBe(true);
  },
);

test('Mueller is found by Müller', () => {
  expect(foldings('Müller').some((form) => searchTextOf('Mueller').includes(form))).toBe(true);
});

test('texts stand on lines of their own, and none is longer than thrice what was typed', () => {
  expect(searchTextOf('Acme', null, 'Ada\nLove', '')).toBe('acme\nada love');
  expect(searchTextOf()).toBe('');
  const long = '\ufdfa'.repeat(10_000);
  expect(searchTextOf(long).length).toBeLessThanOrEqual(30_100);
  expect(searchTextOf('Ad \ufdfa')).toContain(folded('\ufdfa'));
});
