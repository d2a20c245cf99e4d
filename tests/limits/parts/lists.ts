import type { Fund } from '../fund';
import { range } from '../texts';

/** Room in each list beside what a new fund has. */
const ADDED = { stages: 11, reasons: 40, industries: 80, groups: 40, rounds: 40, meetings: 40 };

/** Options of every list, with names of 100 characters and earlier names. */
export function addLists(fund: Fund): void {
  for (const [list, count] of Object.entries(ADDED))
    fund.insert(
      'list_entries',
      range(count).map((n) => ({
        list,
        name: `${list} ${n} `.padEnd(100, 'x'),
        kind: list === 'stages' ? 'open' : null,
        days: null,
        position: 100 + n,
        former: range(20).map((index) => `${list} ${n} was ${index}`),
      })),
    );
}
