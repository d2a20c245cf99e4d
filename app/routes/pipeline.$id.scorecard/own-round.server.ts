import type { Viewer } from '~/domain/access';
import { listRounds } from '~/domain/round/get.server';
import type { VisibleRound } from '~/domain/round/reveal.server';
import { getCardVersion } from '~/domain/round/save-card.server';
import { forbidden, notFound } from '~/errors';

/** Returns the deal's open round. Throws 404 without one, and 403 for who is not asked. */
export async function getOwnRound(viewer: Viewer, dealId: number): Promise<VisibleRound> {
  const round = await findOpenRound(viewer, dealId);
  if (!round) throw notFound('No round is open on this deal.');
  if (!round.evaluators.some(({ id }) => id === viewer.id))
    throw forbidden('Only people who are asked fill in a scorecard.');
  return round;
}

/** Returns the version that the form replaces when it is sent again. */
export async function readCardVersion(viewer: Viewer, dealId: number): Promise<number> {
  return getCardVersion((await findOpenRound(viewer, dealId))?.card ?? null);
}

async function findOpenRound(viewer: Viewer, dealId: number) {
  return (await listRounds(viewer, dealId)).find(({ isOpen }) => isOpen);
}
