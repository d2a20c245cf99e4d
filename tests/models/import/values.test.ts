import { describe, expect, test } from 'vitest';
import type { FieldValue, ImportCell } from '#db/schema';
import { isAmbiguousDay, isDoubtful, readCell } from '~/models/import/compare/values';

import { spellings } from '../../support/lists';

const read = (target: string, cell: ImportCell, dayFirst: boolean | null = null) =>
  readCell(target, cell, { dayFirst, spellings });
const value = (target: string, cell: ImportCell, dayFirst: boolean | null = null) => {
  const cellRead = read(target, cell, dayFirst);
  return 'value' in cellRead ? cellRead.value : cellRead;
};
const reason = (target: string, cell: ImportCell) => {
  const cellRead = read(target, cell);
  return 'reason' in cellRead ? cellRead.reason : cellRead;
};

test.each<[ImportCell, string]>([
  ['A', 'A'],
  ['Series A', 'A'],
  ['series-a', 'A'],
  ['SERIES  B', 'B'],
  ['C round', 'C'],
  ['Seed round', 'Seed'],
  ['seed', 'Seed'],
  ['angel', 'Angel'],
  ['Pre-A', 'Pre-A'],
  ['pre series A', 'Pre-A'],
  ['cb', 'CB'],
  ['Other', 'Others'],
  ['Sonstige', 'Others'],
  ['A轮', 'A'],
  ['天使轮', 'Angel'],
  ['シード', 'Seed'],
  ['シリーズB', 'B'],
  ['Ａ', 'A'],
  ['pre seed', 'pre seed'],
  ['Series A+', 'Series A+'],
  [' Series E ', 'Series E'],
  ['Bridge', 'Bridge'],
])('the round %j is %j (rule 16.25)', (cell, round) => {
  expect(value('fundingRound', cell)).toBe(round);
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
])('the industries %j are %j (rule 16.25)', (cell, industries) => {
  expect(value('industries', cell)).toEqual(industries);
});

test("an industry of the deal's own with a comma in it stays whole", () => {
  const options = { dayFirst: null, spellings, industries: ['Food, drinks', 'AI'] };
  expect(readCell('industries', 'food, drinks, AI, DX', options)).toEqual({
    value: ['Food, drinks', 'AI', 'DX'],
  });
});

test.each<[ImportCell, string]>([
  ['asap', 'ASAP'],
  ['As soon as possible', 'ASAP'],
  ['30 days', '30 days'],
  ['30d', '30 days'],
  ['in 90 days', '90 days'],
  [120, '120 days'],
  ['360 Tage', '360 days'],
  ['30天', '30 days'],
  ['n/a', 'N/A'],
  ['45 days', '45 days'],
  ['next Tuesday', 'next Tuesday'],
  [{ date: '2026-04-03T00:00' }, '2026-04-03'],
])('the next meeting %j is %j (rule 16.25)', (cell, meeting) => {
  expect(value('nextMeetingDate', cell)).toBe(meeting);
});

test.each<[string, ImportCell, boolean]>([
  ['nextMeetingDate', 'in 3 Monaten', true],
  ['nextMeetingDate', 'next tuesday', true],
  ['nextMeetingDate', '45 days', true],
  ['nextMeetingDate', { date: '2026-04-03' }, true],
  ['nextMeetingDate', '30d', false],
  ['nextMeetingDate', 'n/a', false],
  ['nextMeetingDate', null, false],
  ['targetClosingDate', 'TBD', true],
  ['targetClosingDate', '-', false],
  ['targetClosingDate', '待定', true],
  ['targetClosingDate', 'offen', true],
  ['evaluationScore', 'n/a', true],
  ['evaluationScore', 'k.A.', true],
  ['evaluationScore', '暂无', true],
  ['evaluationScore', 7, false],
  ['marketSize', 'tba', true],
  ['comments', 'tbd', false],
])('of %s, %j is to be checked: %j (rule 16.90)', (target, cell, expected) => {
  expect(isDoubtful(target, cell, spellings)).toBe(expected);
});

describe('scores', () => {
  test.each<[ImportCell, number | null]>([
    ['8', 8],
    ['8,5', 8.5],
    ['8.5', 8.5],
    [' 8/10 ', 8],
    ['7.5 / 10', 7.5],
    ['9 out of 10', 9],
    ['８．５', 8.5],
    [8, 8],
    [7.25, 7.3],
    [4.35, 4.4],
    [7.300000000000001, 7.3],
    [10, 10],
    ['-', null],
    ['n/a', null],
    ['keine', null],
    ['', null],
    [null, null],
  ])('%j is %j for a deal and a criterion (rule 16.26)', (cell, score) => {
    expect([value('evaluationScore', cell), value('marketSize', cell)]).toEqual([score, score]);
  });

  test('a deal may have 0, a criterion begins at 1 (rule 16.26)', () => {
    expect([value('evaluationScore', 0), value('evaluationScore', '0,5')]).toEqual([0, 0.5]);
    expect(reason('marketSize', 0.5)).toBe('is not a score from 1 to 10');
  });

  test.each<ImportCell>([
    'abc',
    '11',
    -1,
    10.01,
    '8/5',
    true,
    '8 or 9',
    '1e1',
    { date: '2026-10-08' },
  ])('%j is none', (cell) => {
    expect(reason('evaluationScore', cell)).toBe('is not a score from 0 to 10');
  });
});

describe('days', () => {
  test.each<[ImportCell, string | null]>([
    [{ date: '2026-04-03' }, '2026-04-03'],
    [{ date: '2026-04-03T10:30' }, '2026-04-03'],
    ['2026-04-03', '2026-04-03'],
    ['2026/4/3', '2026-04-03'],
    ['2026-04-03T00:00:00Z', '2026-04-03'],
    ['1899-12-31', '1899-12-31'],
    ['3.4.2026', '2026-04-03'],
    ['03.04.26', '2026-04-03'],
    ['31/12/2026', '2026-12-31'],
    ['12/31/2026', '2026-12-31'],
    ['4/4/2026', '2026-04-04'],
    ['April 3, 2026', '2026-04-03'],
    ['Apr 3 2026', '2026-04-03'],
    ['3 Apr 2026', '2026-04-03'],
    ['3rd of April 2026', '2026-04-03'],
    ['Fri, 3 Apr 2026', '2026-04-03'],
    ['3-Apr-26', '2026-04-03'],
    ['3. März 2026', '2026-03-03'],
    ['5. Okt. 2026', '2026-10-05'],
    ['2026年4月3日', '2026-04-03'],
    ['２０２６年４月３日', '2026-04-03'],
    ['12/31/2026 12:00:00 AM', '2026-12-31'],
    ['TBD', null],
    ['-', null],
  ])('%j is %j', (cell, day) => {
    expect(value('targetClosingDate', cell)).toBe(day);
    expect(isAmbiguousDay(cell)).toBe(false);
  });

  test.each([
    ['03/04/26', '2026-04-03', '2026-03-04'],
    ['3/4/2026', '2026-04-03', '2026-03-04'],
    ['3-4-2026', '2026-04-03', '2026-03-04'],
    ['3/4/2026 00:00', '2026-04-03', '2026-03-04'],
  ])('%j depends on whether the day is first (rule 16.27)', (cell, dayFirst, monthFirst) => {
    expect(isAmbiguousDay(cell)).toBe(true);
    expect([true, false].map((first) => value('targetClosingDate', cell, first))).toEqual([
      dayFirst,
      monthFirst,
    ]);
    expect(reason('targetClosingDate', cell)).toBe(
      'could be read in two ways: is the day or the month first?',
    );
  });

  test.each<ImportCell>(['30.2.2026', '2026-13-01', 'soon', 'Q3 2026', 'April 2026', 45_000, true])(
    '%j is none',
    (cell) => {
      expect(reason('targetClosingDate', cell)).toBe('is not a day of the calendar');
    },
  );
});

describe('texts', () => {
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
  ])('%j in a line is %j', (cell, text) => {
    expect(value('targetFundingSize', cell)).toBe(text);
  });

  test('a long text keeps its lines', () => {
    expect(value('comments', ' a\r\nb\rc')).toBe(' a\nb\nc');
  });

  test('nothing is cut: too long is a reason (rule 16.28)', () => {
    expect(value('companyName', 'x'.repeat(200))).toHaveLength(200);
    expect(reason('companyName', 'x'.repeat(201))).toBe('has 201 characters, and at most 200 fit');
    expect(reason('comments', 'x'.repeat(10_001))).toBe(
      'has 10,001 characters, and at most 10,000 fit',
    );
    expect(reason('marketNotes', 'x'.repeat(4_001))).toBe(
      'has 4,001 characters, and at most 4,000 fit',
    );
    expect(reason('industries', 'x'.repeat(101))).toBe(
      'has an industry of more than 100 characters',
    );
    expect(reason('industries', Array.from({ length: 51 }, (_, i) => `i${i}`).join())).toBe(
      'has more than 50 industries',
    );
  });

  test.each(['comments', 'companyName', 'industries', 'fundingRound', 'marketNotes'])(
    'a control character is a reason: %s',
    (target) => {
      expect(reason(target, 'a\u0001b')).toBe('contains a control character that cannot be stored');
    },
  );

  test.each(['comments', 'evaluationScore', 'targetClosingDate', 'owner', 'marketSize'])(
    'an error of the spreadsheet is a reason: %s (rule 16.28)',
    (target) => {
      expect(reason(target, { error: '#REF!' })).toBe('is an error in the spreadsheet');
    },
  );
});

test.each<[ImportCell, FieldValue]>([
  ['ben@fund.example', 'ben@fund.example'],
  ['Ben <ben@fund.example>', 'ben@fund.example'],
  ['mailto:ben@fund.example', 'ben@fund.example'],
])('the owner %j is %j', (cell, email) => {
  expect(value('owner', cell)).toBe(email);
});

test('an owner by name is not looked up', () => {
  expect(reason('owner', 'Ben')).toBe('is not an email address');
});
