import type { Viewer } from '~/domain/access';
import { getRound, listRounds } from '~/domain/round/get.server';
import type { VisibleRound } from '~/domain/round/reveal.server';
import { forbidden, notFound } from '~/errors';
import { parseId } from '~/http/request/params.server';

const NOT_ASKED = 'Only evaluators of this round can fill in a scorecard.';

export function readRoundParam(request: Request): string | null {
  return new URL(request.url).searchParams.get('round');
}

/** Returns the named round of the deal, open or not, else the newest open one that asks the viewer. */
export async function getOwnRound(
  viewer: Viewer,
  dealId: number,
  named?: string | null,
): Promise<VisibleRound> {
  if (named) return getNamedRound(viewer, dealId, parseId(named));
  const open = (await listRounds(viewer, dealId)).filter(({ isOpen }) => isOpen);
  if (!open.length) throw notFound('No round is open on this deal.');
  // A merge may leave a deal with two open rounds.
  const askedRound = open.find(({ evaluators }) => evaluators.some(({ id }) => id === viewer.id));
  if (!askedRound) throw forbidden(NOT_ASKED);
  return getRound(viewer, dealId, askedRound.id);
}

async function getNamedRound(viewer: Viewer, dealId: number, id: number): Promise<VisibleRound> {
  const round = await getRound(viewer, dealId, id);
  if (!round.evaluators.some(({ id }) => id === viewer.id)) throw forbidden(NOT_ASKED);
  return round;
}
