import type { Fund } from '../fund';
import { range } from '../texts';

const LISTS = ['stages', 'reasons', 'industries', 'groups', 'rounds', 'meetings'];

/** Options of every list, with names of 100 characters and earlier names. */
export function addLists(fund: Fund): void {
  for (const list of LISTS)
    fund.insert(
      'list_entries',
      range(fund.count(100, 30)).map((n) => ({
        list,
        name: `${list} ${n} `.padEnd(100, 'x'),
        kind: list === 'stages' ? 'open' : null,
        days: null,
        position: 100 + n,
        former: range(20).map((former) => `${list} ${n} was ${former}`),
      })),
    );
}
