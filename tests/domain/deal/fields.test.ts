import { describe, expect, test } from 'vitest';
import { parseDealQuery } from '~/address/deal-query';
import { getMeetingDays, isUrgent } from '~/domain/deal/meeting-due';
import { getFundingRoundLabel, getFundingRoundRank } from '~/domain/deal/offered-values';
import { ADMIN_SORTS, DASHBOARD_SORTS, SORT_LABELS, SORTS } from '~/domain/deal/sort';
import { PAGE_SIZES } from '~/domain/pagination';
import { getMinScore, getScoreTone, roundScore } from '~/domain/score/score';
import { specifiedLists } from '../../support/option-lists';

describe('rounding of scores (rules 6.1 and 15.4)', () => {
  test('every score rounds half up to one decimal', () => {
    for (let hundredths = 0; hundredths <= 1_000; hundredths++)
      expect(roundScore(Number((hundredths / 100).toFixed(2)))).toBe(
        Math.floor((hundredths + 5) / 10) / 10,
      );
    expect([1.005, 1.045, 4.349, 4.351, 4.349999].map(roundScore)).toEqual([1, 1, 4.3, 4.4, 4.3]);
    expect([6.449999999, 0.0499999999].map(roundScore)).toEqual([6.4, 0]);
  });

  test('a mean just below a half due to float error rounds up', () => {
    // Their exact sum is 149.5, so the mean is 5.75; added up as doubles it is 5.749999999999999.
    const scores = [
      6.2, 5.9, 5.2, 7.8, 4, 2.6, 5.6, 4.4, 8.5, 9.7, 1, 3.7, 5.1, 9, 8.6, 3.3, 7.6, 8.6, 4.8, 7.4,
      4.7, 5.7, 5.7, 1.8, 4.6, 8,
    ];
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    expect(mean).toBeLessThan(5.75);
    expect(roundScore(mean)).toBe(5.8);
  });
});

test('the score input starts at 1 unless the stored one is lower', () => {
  expect([null, 10, 1, 0.9, 0.5, 0].map(getMinScore)).toEqual([1, 1, 1, 0.9, 0.5, 0]);
});

describe('labels and ranks (rules 3.5, 4.7, 4.8, 4.11, 4.16, 5.14, 6.4 and 14.4)', () => {
  test('a score badge is green from 7, yellow from 4 and else red', () => {
    const tones = [10, 7, 6.9, 4, 3.9, 0, null].map(getScoreTone);
    expect(tones.join()).toBe('green,green,yellow,yellow,red,red,grey');
  });

  test('rounds, sorts and page sizes have the specified labels', () => {
    const rounds = [...specifiedLists.listActiveNames('rounds'), 'E', 'AB', 'a'].map(
      getFundingRoundLabel,
    );
    expect(rounds.join()).toBe(
      'Seed,Angel,Pre-A,Series A,Series B,Series C,Series D,CB,Others,E,AB,a',
    );
    expect(DASHBOARD_SORTS.map((sort) => `${sort}: ${SORT_LABELS[sort]}`)).toEqual([
      'newest: Newest First',
      'oldest: Oldest First',
      'user_asc: User Name A-Z',
      'user_desc: User Name Z-A',
    ]);
    const more = ['industry_asc', 'industry_desc', 'round_asc', 'round_desc'];
    expect(ADMIN_SORTS).toEqual([...DASHBOARD_SORTS, ...more]);
    expect(Object.keys(SORT_LABELS).sort()).toEqual([...SORTS].sort());
    expect(PAGE_SIZES).toEqual([25, 50, 100]);
  });

  test('only listed meetings have days, and only ASAP is urgent', () => {
    const days = (name: string | null | undefined) => getMeetingDays(name, specifiedLists);
    expect(specifiedLists.listActiveNames('meetings').map(days)).toEqual([
      0,
      30,
      90,
      120,
      360,
      null,
    ]);
    const others = ['31 days', 'asap', '', null, undefined, 'constructor', '__proto__'];
    expect(others.map(days)).toEqual(others.map(() => null));
    const urgent = ['ASAP', '30 days', null].map((name) => isUrgent({ meetingDays: days(name) }));
    expect(urgent).toEqual([true, false, false]);
  });

  test('rounds rank in list order, others last and none as null', () => {
    const rank = (round: string | null | undefined) => getFundingRoundRank(round, specifiedLists);
    expect(specifiedLists.listActiveNames('rounds').map(rank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(['Series Z', '', null, undefined].map(rank)).toEqual([9, null, null, null]);
  });
});

describe('deal query', () => {
  const read = (query: string) => parseDealQuery(new URLSearchParams(query));
  const texts = { search: '', industry: '', round: '', group: '', userId: '' };
  const nothing = { ...texts, owner: undefined, sort: 'newest' };

  test('every sort is read, and an unknown one is newest first', () => {
    for (const sort of SORTS) expect(read(`sort=${sort}`).sort).toBe(sort);
    for (const sort of ['', 'NEWEST', 'constructor', '__proto__', 'newest;drop', 'user', '0'])
      expect(read(`sort=${sort}`)).toEqual(nothing);
    expect(read('')).toEqual(nothing);
  });

  test('filter values are trimmed, and the first of several counts', () => {
    const query = 'search=%20a%20b%20&industry=AI&industry=DX&round=%20A&group=CCIA&userId=u1';
    const values = { search: 'a b', industry: 'AI', round: 'A', group: 'CCIA', userId: 'u1' };
    expect(read(query)).toEqual({ ...nothing, ...values });
  });
});
