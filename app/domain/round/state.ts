import type { Evaluator, EvaluatorState, Round } from '#db/schema';
import { getEndOfUtcDay, getUtcToday } from '~/domain/date/calendar-day';

export const EVALUATOR_STATE_LABELS: Record<EvaluatorState, string> = {
  open: 'Not started',
  draft: 'Draft',
  submitted: 'Submitted',
  recused: 'Recused',
};

export function isOpenRound({ closedAt, until }: Pick<Round, 'closedAt' | 'until'>): boolean {
  return !closedAt && until >= getUtcToday();
}

export function getClosingTime(round: Pick<Round, 'closedAt' | 'until'>): Date | null {
  if (isOpenRound(round)) return null;
  return round.closedAt ?? getEndOfUtcDay(round.until);
}

/**
 * Returns true if a reader may see the scorecards of others: once the round is closed, or they have
 * submitted theirs. Readers who are not asked, or recused themselves, wait until it is closed.
 */
export function isRevealedTo(
  viewerId: string,
  round: Pick<Round, 'closedAt' | 'until'>,
  evaluators: Pick<Evaluator, 'userId' | 'state'>[],
): boolean {
  const reader = evaluators.find(({ userId }) => userId === viewerId);
  return !isOpenRound(round) || reader?.state === 'submitted';
}
