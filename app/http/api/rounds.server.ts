import type { Viewer } from '~/domain/access';
import { countRounds, getRound, listRoundIds } from '~/domain/round/get.server';
import { type RoundAnswer, toRoundJson } from '~/domain/round/json';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithList } from '~/http/responses/json.server';
import { type RequestArgs, respondWithListStream } from '~/http/responses/stream.server';
import { catchDomainError } from '~/result.server';

const MAX_UNSTREAMED_ROUNDS = 3;

/**
 * Answers with a JSON array of a deal's rounds, newest first, part of it by `limit` and `offset`.
 * Reads each round when it is sent: one may have 1 MB of scorecards.
 */
export async function respondWithRounds(
  args: RequestArgs,
  viewer: Viewer,
  dealId: number,
): Promise<Response> {
  const page = parseLimitAndOffset(new URL(args.request.url).searchParams);
  const ids = await listRoundIds(viewer, dealId, page);
  const total = await countRounds(dealId);
  const rounds = readRounds(viewer, dealId, ids);
  if (ids.length <= MAX_UNSTREAMED_ROUNDS) {
    const answer: RoundAnswer[] = [];
    for await (const round of rounds) answer.push(round);
    return respondWithList(answer, total);
  }
  return respondWithListStream(args, rounds, total);
}

async function* readRounds(
  viewer: Viewer,
  dealId: number,
  ids: number[],
): AsyncGenerator<RoundAnswer> {
  for (const id of ids) {
    const round = await catchDomainError(() => getRound(viewer, dealId, id));
    if (round.ok) yield toRoundJson(round.value);
    else if (round.error.status !== 404) throw round.error;
  }
}
