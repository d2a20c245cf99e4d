import { describe, expect, test } from 'vitest';
import {
  ADMIN_SORTS,
  DASHBOARD_SORTS,
  readPipelineQuery,
  SORT_LABELS,
  SORTS,
} from '~/models/pipeline/query';
import { isUrgent, meetingDays, roundLabel, roundRank } from '~/models/pipeline/options';
import { lowestScore, roundScore, scoreTone } from '~/models/score';
import { PAGE_SIZES } from '~/models/page';
import { specified } from '../../support/lists';

describe('half up to one decimal (rules 6.1 and 15.4)', () => {
  test.each([
    [0, 0],
    [0.04, 0],
    [0.05, 0.1],
    [0.15, 0.2],
    [0.25, 0.3],
    [0.35, 0.4],
    [0.45, 0.5],
    [0.95, 1],
    [1.005, 1],
    [1.045, 1],
    [1.05, 1.1],
    [1.15, 1.2],
    [1.25, 1.3],
    [2.45, 2.5],
    [2.55, 2.6],
    [4.34, 4.3],
    [4.349, 4.3],
    [4.35, 4.4],
    [4.351, 4.4],
    [4.45, 4.5],
    [5.55, 5.6],
    [6.65, 6.7],
    [7.75, 7.8],
    [8.15, 8.2],
    [8.35, 8.4],
    [8.85, 8.9],
    [9.94, 9.9],
    [9.95, 10],
    [9.96, 10],
    [9.99, 10],
    [10, 10],
  ])('%d is %d', (value, rounded) => {
    expect(roundScore(value)).toBe(rounded);
  });

  test('a mean that misses the half by the error of its sum counts as the half', () => {
    // Their exact sum is 149.5, so the mean is 5.75; added up as doubles it is 5.749999999999999.
    const scores = [
      6.2, 5.9, 5.2, 7.8, 4, 2.6, 5.6, 4.4, 8.5, 9.7, 1, 3.7, 5.1, 9, 8.6, 3.3, 7.6, 8.6, 4.8, 7.4,
      4.7, 5.7, 5.7, 1.8, 4.6, 8,
    ];
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    expect(mean).toBeLessThan(5.75);
    expect([mean, 4.349999].map(roundScore)).toEqual([5.8, 4.3]);
  });

  test('every score with two decimals, against whole-number arithmetic', () => {
    for (let hundredths = 0; hundredths <= 1_000; hundredths++)
      expect(roundScore(Number((hundredths / 100).toFixed(2)))).toBe(
        Math.floor((hundredths + 5) / 10) / 10,
      );
  });
});

test("the form's input keeps min 1 unless the stored value is lower", () => {
  expect([null, 10, 1, 0.9, 0.5, 0].map(lowestScore)).toEqual([1, 1, 1, 0.9, 0.5, 0]);
});

test('badge colour: 7 or above green, 4 or above yellow, below 4 and 0 red, none grey (rule 6.4)', () => {
  expect([10, 7, 6.9, 4, 3.9, 0, null].map(scoreTone)).toEqual([
    'green',
    'green',
    'yellow',
    'yellow',
    'red',
    'red',
    'grey',
  ]);
});

describe('option lists, word for word and in order', () => {
  test('industries (rule 3.4)', () =>
    expect(specified.names('industries')).toEqual([
      'DX',
      'AI',
      'Mobile Internet',
      'Fintech',
      'IOT',
      'Lifestyle',
      'In/Out bound',
      'Others',
    ]));
  test('rounds (rule 3.5)', () =>
    expect(specified.names('rounds')).toEqual([
      'Seed',
      'Angel',
      'Pre-A',
      'A',
      'B',
      'C',
      'D',
      'CB',
      'Others',
    ]));
  test('round labels (rule 3.5)', () =>
    expect([...specified.names('rounds'), 'E', 'AB', 'a'].map(roundLabel)).toEqual([
      'Seed',
      'Angel',
      'Pre-A',
      'Series A',
      'Series B',
      'Series C',
      'Series D',
      'CB',
      'Others',
      'E',
      'AB',
      'a',
    ]));
  test('next meeting (rule 3.6)', () =>
    expect(specified.names('meetings')).toEqual([
      'ASAP',
      '30 days',
      '90 days',
      '120 days',
      '360 days',
      'N/A',
    ]));
  test('dashboard sorts and their labels (rule 4.7)', () =>
    expect(DASHBOARD_SORTS.map((sort) => [sort, SORT_LABELS[sort]])).toEqual([
      ['newest', 'Newest First'],
      ['oldest', 'Oldest First'],
      ['user_asc', 'User Name A-Z'],
      ['user_desc', 'User Name Z-A'],
    ]));
  test('admin sorts (rule 4.8)', () =>
    expect(ADMIN_SORTS).toEqual([
      'newest',
      'oldest',
      'user_asc',
      'user_desc',
      'industry_asc',
      'industry_desc',
      'round_asc',
      'round_desc',
    ]));
  test('every sort has a label', () =>
    expect(Object.keys(SORT_LABELS).sort()).toEqual([...SORTS].sort()));
  test('25, 50 or 100 rows (rule 4.16)', () => expect(PAGE_SIZES).toEqual([25, 50, 100]));
});

test('next meeting to days from today; N/A or anything else gives no date (rule 14.4)', () => {
  const given = [
    ...specified.names('meetings'),
    '31 days',
    'asap',
    '',
    null,
    undefined,
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
  ];
  expect(given.map((name) => meetingDays(name, specified))).toEqual([
    0,
    30,
    90,
    120,
    360,
    ...Array<null>(10).fill(null),
  ]);
});

test('ASAP is urgent, nothing else (rule 5.14)', () => {
  expect(
    ['ASAP', '30 days', 'asap', null].map((name) =>
      isUrgent({ meetingDays: meetingDays(name, specified) }),
    ),
  ).toEqual([true, false, false, false]);
});

test("rounds rank in the option list's order, others after, none null (rule 4.11)", () => {
  expect(
    [...specified.names('rounds'), 'Series Z', '', null, undefined].map((round) =>
      roundRank(round, specified),
    ),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, null, null, null]);
});

describe('readPipelineQuery', () => {
  const read = (query: string) => readPipelineQuery(new URLSearchParams(query));
  const nothing = {
    search: '',
    industry: '',
    round: '',
    group: '',
    userId: '',
    owner: undefined,
    sort: 'newest',
  };

  test('nothing asked for: no filter, newest first', () => expect(read('')).toEqual(nothing));
  test.each(SORTS)('knows sort %s', (sort) => expect(read(`sort=${sort}`).sort).toBe(sort));
  test.each(['NEWEST', 'constructor', '__proto__', 'newest;drop', 'user', '0'])(
    'an unknown sort (%s) falls back to newest',
    (sort) => expect(read(`sort=${sort}`)).toEqual(nothing),
  );
  test('values are trimmed, the first of several counts', () => {
    expect(
      read(
        'search=%20a%20b%20&industry=AI&industry=DX&round=%20A&group=CCIA&userId=u1&sort=oldest',
      ),
    ).toEqual({
      search: 'a b',
      industry: 'AI',
      round: 'A',
      group: 'CCIA',
      userId: 'u1',
      owner: undefined,
      sort: 'oldest',
    });
  });
});
