import { describe, expect, test } from 'vitest';
import { buildSearchText, foldText, listFoldings } from '#db/fold';

describe('folding of texts (rule 4.2)', () => {
  test.each<[string, string]>([
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
    ...['’', '‘', 'ʼ', '′', '´', '＇'].map(
      (sign) => [`O${sign}Neil`, "o'neil"] as [string, string],
    ),
    ...['‐', '‑', '‒', '–', '—', '−', '－'].map(
      (sign) => [`Levi${sign}Strauss`, 'levi-strauss'] as [string, string],
    ),
    ...['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u200e'].map(
      (sign) => [`Ger${sign}many`, 'germany'] as [string, string],
    ),
  ])('%s and %s count as equal', (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  test('texts that differ in any script stay different', () => {
    const texts = ['深圳', '深川', 'かな', 'カナ', 'が', 'か', 'a', 'e', 'دبي', 'ß', 's', 'ด', 'ดี'];
    expect(new Set(texts.map(foldText)).size).toBe(texts.length);
  });
});

describe('search texts (rules 4.2 and 4.30)', () => {
  test.each(['mullermilch', 'muellermilch', 'MÜLLERMILCH', 'müller', 'ueller'])(
    'Müllermilch is found by %s',
    (typed) => {
      const text = buildSearchText('Müllermilch', 'Ana');
      expect(listFoldings(typed).some((form) => text.includes(form))).toBe(true);
    },
  );

  test('Mueller is found by Müller', () => {
    expect(listFoldings('Müller').some((form) => buildSearchText('Mueller').includes(form))).toBe(
      true,
    );
  });

  test('search text has one line per text of bounded length', () => {
    expect(buildSearchText('Acme', null, 'Ada\nLove', '')).toBe('acme\nada love');
    expect(buildSearchText()).toBe('');
    const long = '\ufdfa'.repeat(10_000);
    expect(buildSearchText(long).length).toBeLessThanOrEqual(30_100);
    expect(buildSearchText('Ad \ufdfa')).toContain(foldText('\ufdfa'));
  });

  test('an invisible text adds no line to the search text', () => {
    expect(buildSearchText('Acme', '\u200b', 'Ada')).toBe('acme\nada');
  });
});
