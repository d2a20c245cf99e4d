import type { Viewer } from '~/domain/access';
import { getRound, listRounds } from '~/domain/round/get.server';
import type { VisibleRound } from '~/domain/round/reveal.server';
import { getScorecardVersion } from '~/domain/round/save-scorecard.server';
import { forbidden, notFound } from '~/errors';
import { catchDomainError } from '~/result.server';

export async function getOwnRound(viewer: Viewer, dealId: number): Promise<VisibleRound> {
  const open = (await listRounds(viewer, dealId)).filter(({ isOpen }) => isOpen);
  if (!open.length) throw notFound('No round is open on this deal.');
  // A merge may leave a deal with two open rounds.
  const own = open.find(({ evaluators }) => evaluators.some(({ id }) => id === viewer.id));
  if (!own) throw forbidden('Only evaluators of this round can fill in a scorecard.');
  return getRound(viewer, dealId, own.id);
}

export async function readCardVersion(viewer: Viewer, dealId: number): Promise<number> {
  const round = await catchDomainError(() => getOwnRound(viewer, dealId));
  return getScorecardVersion(round.ok ? round.value.card : null);
}
