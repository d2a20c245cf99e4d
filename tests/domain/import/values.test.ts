import { describe, expect, test } from 'vitest';
import type { FieldValue, ImportCell } from '#db/schema';
import { isExportedValue } from '~/domain/import/preview/compare-cell';
import { isAmbiguousDate } from '~/domain/import/values/dates';
import { isDoubtful, parseCell } from '~/domain/import/values/parse-cell';
import { optionParser } from '../../support/option-lists';

const read = (target: string, cell: ImportCell, dayFirst: boolean | null = null) =>
  parseCell(target, cell, { dayFirst, optionParser });
const value = (target: string, cell: ImportCell, dayFirst: boolean | null = null) => {
  const cellRead = read(target, cell, dayFirst);
  return 'value' in cellRead ? cellRead.value : cellRead;
};
const reason = (target: string, cell: ImportCell) => {
  const cellRead = read(target, cell);
  return 'reason' in cellRead ? cellRead.reason : cellRead;
};

describe('rounds, industries and meetings (rules 16.25 and 16.90)', () => {
  test.each(
    Object.entries({
      A: ['A', 'Series A', 'series-a', 'A轮', 'Ａ'],
      B: ['SERIES  B', 'シリーズB'],
      C: ['C round'],
      Seed: ['Seed round', 'seed', 'シード'],
      Angel: ['angel', '天使轮'],
      'Pre-A': ['Pre-A', 'pre series A'],
      CB: ['cb'],
      Others: ['Other', 'Sonstige'],
      'pre seed': ['pre seed'],
      'Series A+': ['Series A+'],
      'Series E': [' Series E '],
      Bridge: ['Bridge'],
    }),
  )('the round %s is also recognised as %j', (round, cells) => {
    for (const cell of cells) expect(value('fundingRound', cell), cell).toBe(round);
  });

  test.each<[string, string[]]>([
    ['AI, Fintech', ['AI', 'Fintech']],
    ['ai;fintech', ['AI', 'Fintech']],
    ['AI / Fintech | iot', ['AI', 'Fintech', 'IOT']],
    ['AI\r\nmobile internet\n', ['AI', 'Mobile Internet']],
    ['AI、Fintech，DX', ['AI', 'Fintech', 'DX']],
    ['In/Out bound', ['In/Out bound']],
    ['ai/in/out bound/DX', ['AI', 'In/Out bound', 'DX']],
    ['In / Out Bound; AI', ['In/Out bound', 'AI']],
    ['AI, ai, AI', ['AI']],
    ['Space tech, B2B/SaaS', ['Space tech', 'B2B', 'SaaS']],
    [',, AI ,', ['AI']],
    ['Sonstige; 其他, AI', ['Others', 'AI']],
    ['n/a', []],
    ['N/A', []],
    ['-', []],
    ['tbd', []],
    ['AI, n/a, -', ['AI']],
  ])('the industries %j are read as %j', (cell, industries) => {
    expect(value('industries', cell)).toEqual(industries);
  });

  test('an existing industry stays even if it says nothing', () => {
    const options = { dayFirst: null, optionParser, storedIndustries: ['-', 'n/a'] };
    expect(parseCell('industries', '-, n/a', options)).toEqual({ value: ['-', 'n/a'] });
  });

  test('an existing industry with a comma stays whole', () => {
    const options = { dayFirst: null, optionParser, storedIndustries: ['Food, drinks', 'AI'] };
    expect(parseCell('industries', 'food, drinks, AI, DX', options)).toEqual({
      value: ['Food, drinks', 'AI', 'DX'],
    });
  });

  test.each<[string, ImportCell[]]>([
    ['ASAP', ['asap', 'As soon as possible']],
    ['30 days', ['30 days', '30d', '30天']],
    ['90 days', ['in 90 days']],
    ['120 days', [120]],
    ['360 days', ['360 Tage']],
    ['N/A', ['n/a']],
    ['45 days', ['45 days']],
    ['next Tuesday', ['next Tuesday']],
    ['2026-04-03', [{ date: '2026-04-03T00:00' }]],
  ])('the next meeting %s is also recognised as %j', (meeting, cells) => {
    for (const cell of cells) expect(value('nextMeetingDate', cell)).toBe(meeting);
  });

  test.each([
    ['fundingRound', '-'],
    ['fundingRound', 'n/a'],
    ['fundingRound', 'TBD'],
    ['nextMeetingDate', '–'],
  ])('in %s, the placeholder %s is no value', (field, cell) => {
    expect(value(field, cell)).toBeNull();
  });

  test.each<[string, doubtful: ImportCell[], clear: ImportCell[]]>([
    [
      'nextMeetingDate',
      ['in 3 Monaten', 'next tuesday', '45 days'],
      ['30d', 'n/a', { date: '2026-04-03' }, null],
    ],
    ['targetClosingDate', ['TBD', '待定', 'offen'], ['-']],
    ['evaluationScore', ['n/a', 'k.A.', '暂无'], [7]],
    ['marketSize', ['tba'], []],
    ['comments', [], ['tbd']],
  ])('for %s, %j need a check and %j do not', (target, doubtful, clear) => {
    const options = { dayFirst: null, optionParser };
    for (const cell of doubtful) expect(isDoubtful(target, cell, options), `${cell}`).toBe(true);
    for (const cell of clear) expect(isDoubtful(target, cell, options), `${cell}`).toBe(false);
  });

  test('a next meeting is a day once its column has an order', () => {
    expect(value('nextMeetingDate', '03/04/2027')).toBe('03/04/2027');
    expect(value('nextMeetingDate', '03/04/2027', true)).toBe('2027-04-03');
    expect(value('nextMeetingDate', '03/04/2027', false)).toBe('2027-03-04');
    expect(isDoubtful('nextMeetingDate', '03/04/2027', { dayFirst: true, optionParser })).toBe(
      false,
    );
  });
});

describe('scores (rule 16.26)', () => {
  test.each<[number | null, ImportCell[]]>([
    [8, ['8', ' 8/10 ', 8]],
    [8.5, ['8,5', '8.5', '８．５']],
    [7.5, ['7.5 / 10']],
    [9, ['9 out of 10']],
    [6.5, [{ number: 6.5, shown: '6.5 pts' }, '6.5 pt.']],
    [7.3, [7.25, 7.300000000000001]],
    [4.4, [4.35]],
    [10, [10]],
    [null, ['-', 'n/a', 'keine', '', '\u200b', null]],
  ])('the score %j is also recognised as %j', (score, cells) => {
    for (const cell of cells)
      expect([value('evaluationScore', cell), value('marketSize', cell)]).toEqual([score, score]);
  });

  test('a deal score starts at 0 and a criterion score at 1', () => {
    expect([value('evaluationScore', 0), value('evaluationScore', '0,5')]).toEqual([0, 0.5]);
    expect(reason('marketSize', 0.5)).toBe('is not a score from 1 to 10');
  });

  const NONE = ['abc', '11', -1, 10.01, '8/5', true, '8 or 9', '1e1', { date: '2026-10-08' }];
  test.each<ImportCell>(NONE)('%j is not a score', (cell) => {
    expect(reason('evaluationScore', cell)).toBe('is not a score from 0 to 10');
  });
});

describe('dates (rules 16.27 and 16.92)', () => {
  test.each<[string | null, ImportCell[]]>([
    ['2026-04-03', [{ date: '2026-04-03' }, { date: '2026-04-03T10:30' }, '2026-04-03T00:00:00Z']],
    ['2026-04-03', ['2026-04-03', '2026/4/3', '3.4.2026', '03.04.26', 'April 3, 2026']],
    ['2026-04-03', ['Apr 3 2026', '3 Apr 2026', '3rd of April 2026', 'Fri, 3 Apr 2026']],
    ['2026-04-03', ['3-Apr-26', '2026年4月3日', '２０２６年４月３日']],
    ['1900-01-01', ['1900-01-01']],
    ['2026-12-31', ['31/12/2026', '12/31/2026', '12/31/2026 12:00:00 AM']],
    ['2026-04-04', ['4/4/2026']],
    ['2026-03-03', ['3. März 2026']],
    ['2026-10-05', ['5. Okt. 2026']],
    [null, ['TBD', '-']],
  ])('the date %s is also recognised as %j', (day, cells) => {
    for (const cell of cells) {
      expect(value('targetClosingDate', cell), JSON.stringify(cell)).toBe(day);
      expect(isAmbiguousDate(cell)).toBe(false);
    }
  });

  test.each([
    ['03/04/26', '2026-04-03', '2026-03-04'],
    ['3/4/2026', '2026-04-03', '2026-03-04'],
    ['3-4-2026', '2026-04-03', '2026-03-04'],
    ['3/4/2026 00:00', '2026-04-03', '2026-03-04'],
  ])('%j is ambiguous until day or month is known to be first', (cell, dayFirst, monthFirst) => {
    expect(isAmbiguousDate(cell)).toBe(true);
    expect([true, false].map((first) => value('targetClosingDate', cell, first))).toEqual([
      dayFirst,
      monthFirst,
    ]);
    expect(reason('targetClosingDate', cell)).toBe(
      'could be read in two ways: is the day or the month first?',
    );
  });

  test.each(
    [
      ['2026. 3. 1.', '2026.03.01.', '2026년 3월 1일', '2026年3月1日(日)', '20260301'],
      ['2026-03-01T00:00:00+01:00', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000+0000'],
      ['2026-03-01 00:00:00 UTC', '2026-03-01 14:05:00 +0900', '2026-03-01T23:30:00-08:00'],
      ['Sun Mar 01 2026 00:00:00 GMT+0100 (CET)', 'March 1st, 2026', '1. März 2026'],
      ['1 mars 2026', '1er mars 2026', '1 de marzo de 2026', 'domingo, 1 de marzo de 2026'],
      ['1 marzo 2026', '1º marzo 2026', '1. 3. 2026.'],
      ['le 1er mars 2026', 'dimanche 1 mars 2026 à 14h30', 'am 1. März 2026 um 9:00 Uhr'],
      ['March 1, 2026 at 2:30 PM', 'el 1 de marzo de 2026 a las 14:30'],
      ['2026-03-01 14:30 (UTC)', '1 March 2026, 9:00 (CET)', '2026-03-01 18:00 GMT+2'],
      ['Mar 1, 2026 at 6:30 pm (GMT+8)', '1.3.2026 9:00 UTC-5:30', '2026-03-01 9:00 (UTC+05:30)'],
      ['So, 1.3.2026', 'So. 01.03.2026 14:30 Uhr', '2026-03-01 00:00:00+00', '1.3.26 9:00 CET'],
    ].flat(),
  )('%j is read as March 1, 2026', (cell) => {
    expect(value('targetClosingDate', cell)).toBe('2026-03-01');
  });

  test.each([
    [20260301, '2026-03-01'],
    ['15 août 2026', '2026-08-15'],
    ['15 févr. 2026', '2026-02-15'],
    ['15 gennaio 2026', '2026-01-15'],
    ['15 dic 2026', '2026-12-15'],
    ['15 de enero de 2026', '2026-01-15'],
    ['25. 11. 2026.', '2026-11-25'],
  ])('the date %j is read as %s', (cell, day) => {
    expect(value('targetClosingDate', cell)).toBe(day);
  });

  test.each<ImportCell>(['1899-12-31', '2201-01-01', { date: '9999-12-31' }, '31.12.9999'])(
    'the date %j is refused for its year',
    (cell) => {
      expect(reason('targetClosingDate', cell)).toBe('has a year outside 1900 to 2200');
    },
  );

  test.each<ImportCell>(['30.2.2026', '2026-13-01', 'soon', 'Q3 2026', 'April 2026', 45_000, true])(
    '%j is not a date',
    (cell) => {
      expect(reason('targetClosingDate', cell)).toBe('is not a valid date');
    },
  );
});

test.each([
  [20270301, '2027-03-01'],
  [20271301, '20271301'],
  [30, '30 days'],
])('the number %j of a next meeting is read as %j (rule 16.92)', (cell, expected) => {
  expect(value('nextMeetingDate', cell)).toBe(expected);
});

describe('several choices (rule 24.13)', () => {
  const choices = (cell: string, options: string[]) => {
    const kind = 'choices' as const;
    const about = { hint: null, section: null, isRequired: false, position: 0, archivedAt: null };
    const field = { key: 'places', name: 'Places', kind, options, ...about };
    const customFields = { definitions: new Map([['field-places', field]]), people: [] };
    const cellRead = parseCell('field-places', cell, { dayFirst: null, customFields });
    return 'value' in cellRead ? cellRead.value : cellRead.reason;
  };

  test.each([
    ['A, B, D; E', ['A, B', 'D; E']],
    ['d; e;C', ['D; E', 'C']],
    ['C,a, b', ['C', 'A, B']],
    ['A C, D', ['A C', 'D']],
    ['C, C', ['C']],
  ])('%j is read as the choices %j', (cell, expected) => {
    expect(choices(cell, ['A, B', 'C', 'D; E', 'A C', 'D', 'C, D'])).toEqual(expected);
  });

  test('a part of a choice with a comma is none of the choices', () => {
    expect(choices('A', ['A, B'])).toBe('contains a value that is not one of the choices');
  });
});

describe('texts (rule 16.28)', () => {
  test.each<[ImportCell, FieldValue]>([
    [5_000_000, '5000000'],
    [0.1 + 0.2, '0.3'],
    [1e15, '1000000000000000'],
    [true, 'TRUE'],
    [{ date: '2026-04-03T00:00' }, '2026-04-03'],
    [{ date: '2026-04-03T10:30' }, '2026-04-03 10:30'],
    ['007', '007'],
    ['=1+1', '=1+1'],
    [' $5M ', '$5M'],
    ['two\nlines', 'two lines'],
    ['  ', null],
  ])('a line of %j is read as %j', (cell, text) => {
    expect(value('targetFundingSize', cell)).toBe(text);
  });

  test('a long text preserves its lines', () => {
    expect(value('comments', ' a\r\nb\rc')).toBe(' a\nb\nc');
  });

  test('a company name may have 200 characters', () => {
    expect(value('companyName', 'x'.repeat(200))).toHaveLength(200);
  });

  test.each([
    ['companyName', 'x'.repeat(201), 'has 201 characters, and at most 200 are allowed'],
    ['comments', 'x'.repeat(10_001), 'has 10,001 characters, and at most 10,000 are allowed'],
    ['marketNotes', 'x'.repeat(4_001), 'has 4,001 characters, and at most 4,000 are allowed'],
    ['industries', 'x'.repeat(101), 'has an industry of more than 100 characters'],
    ['industries', [...Array(51).keys()].join(), 'has more than 50 industries'],
  ])('a text that is too long is refused, not cut: %s', (target, cell, expected) => {
    expect(reason(target, cell)).toBe(expected);
  });

  test.each(['comments', 'companyName', 'industries', 'fundingRound', 'marketNotes'])(
    'a control character is refused in %s',
    (target) => {
      expect(reason(target, 'a\u0001b')).toBe('contains a control character that cannot be stored');
    },
  );

  test.each(['comments', 'evaluationScore', 'targetClosingDate', 'owner', 'marketSize'])(
    'a spreadsheet error is refused in %s',
    (target) => {
      expect(reason(target, { error: '#REF!' })).toBe('is an error in the spreadsheet');
    },
  );

  test.each(['comments', 'targetFundingSize', 'targetClosingDate'])(
    'the signs of a too narrow column are refused in %s',
    (target) => {
      expect(reason(target, '########')).toContain('too narrow for the value');
    },
  );
});

test.each(['ben@fund.example', 'Ben <ben@fund.example>', 'mailto:ben@fund.example'])(
  'the owner %j is read as an email, and a name is refused',
  (cell) => {
    expect(value('owner', cell)).toBe('ben@fund.example');
    expect(reason('owner', 'Ben')).toBe('is not an email address');
  },
);

describe('numbers that a spreadsheet program rewrote (rules 16.31 and 24.13)', () => {
  const about = { hint: null, section: null, isRequired: false, options: [], position: 0 };
  const field = { key: 'n', name: 'N', kind: 'number' as const, archivedAt: null, ...about };
  const customFields = { definitions: new Map([['field-n', field]]), people: [] };

  test.each<[number, ImportCell[], ImportCell[]]>([
    [12.345, ['12,345', '12.345', 12.345], ['12345', '12,35']],
    [-0.5, ['-0,5'], ['0,5']],
    [1234.5, ['1234,5', '1,234.5'], ['1,2345']],
    [12345, ['12,345', '12345'], ['12.345']],
    [123456789012, ['1.23457E+11', '1,23457E+11', '1.2E+11'], ['1.23458E+11', '1.23457E+12']],
    [0.0000123456, ['1.23E-05', '1,23E-05'], ['1.24E-05']],
  ])('%j is unchanged as %j and changed as %j', (number, same, others) => {
    const isUnchanged = (cell: ImportCell) =>
      isExportedValue('field-n', number, cell, { customFields });
    expect(same.map(isUnchanged)).toEqual(same.map(() => true));
    expect(others.map(isUnchanged)).toEqual(others.map(() => false));
  });
});
