import * as dealsApi from '~/routes/api.pipelines';
import * as importRoute from '~/routes/api.pipelines_.import';
import { call, type CastMember } from './cast';

interface ImportedDeal {
  keyBusinessNumbers: string | null;
  targetFundingSize: string | null;
  targetFundingAmount: number | null;
  fields: object;
}

/** Imports a semicolon-separated file; returns its problems and the stored deals, in its order. */
export async function importLines(as: CastMember, lines: string[]) {
  const file = new File([lines.join('\n')], 'deals.csv');
  const answer = await call(importRoute, 'POST', '/api/pipelines/import?onCell=skip', { as, file });
  const { rows } = (await answer.json()) as { rows: { skippedCells: { reason: string }[] }[] };
  const list = await call(dealsApi, 'GET', '/api/pipelines', { as });
  const newestFirst = (await list.json()) as ImportedDeal[];
  const skipped = rows.flatMap((row) => row.skippedCells.map(({ reason }) => reason));
  return { skipped, deals: newestFirst.reverse() };
}
