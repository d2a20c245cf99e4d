import type { Fund } from '../fund';
import { longText, range } from '../texts';

/** Ids that no deal of the fund has. */
const FIRST_LOSER = 10_000_000;
const FIRST_WINNER = 20_000_000;

/** 600 merges into the full deal, each of which brought long texts, and many into others. */
export function addMerges(fund: Fund): void {
  const { dealId, count } = fund;
  const long = { fields: { comments: [longText(10_000), longText(10_000)] } };
  fund.insert(
    'merges',
    range(count(600, 300)).map((n) => mergeRow(fund, dealId, n, long)),
  );
  fund.insert(
    'merges',
    range(count(20_000, 4_000)).map((n) => mergeRow(fund, FIRST_WINNER + (n % 100), 1_000 + n, {})),
  );
}

/** The `n` makes its other ids. */
export function mergeRow({ server, now }: Fund, winnerId: number, n: number, brought: object) {
  return {
    winner_id: winnerId,
    loser_id: FIRST_LOSER + n,
    winner_name: 'full',
    loser_name: `Loser ${n} `.padEnd(200, 'l'),
    trash_id: FIRST_LOSER + n,
    act_id: `merge ${n}`,
    merged_at: now - n * 1_000,
    brought: { fields: {}, rows: {}, owner: server.ids.owner, people: [], members: [], ...brought },
  };
}
