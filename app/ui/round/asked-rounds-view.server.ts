import type { Viewer } from '~/domain/access';
import { countDaysBetween } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';
import { type AskedRound, listAskedRounds } from '~/domain/round/reveal.server';
import { EVALUATOR_STATE_LABELS } from '~/domain/round/state';
import { formatLastDay, formatNearLastDay } from '~/format/closing-time';
import type { Locale } from '~/format/locale';

const MAX_SHOWN_ROUNDS = 100;

const NEAR_DAYS: string[] = ['today', 'tomorrow'];

const ACTIONS = {
  open: 'Fill in scorecard',
  draft: 'Continue scorecard',
  submitted: 'Correct scorecard',
};

export async function loadAskedRoundsView(viewer: Viewer, locale: Locale) {
  const rounds = await listAskedRounds(viewer, { limit: MAX_SHOWN_ROUNDS + 1 });
  return {
    rounds: rounds.slice(0, MAX_SHOWN_ROUNDS).map((round) => toAskedRoundView(round, locale)),
    hasMoreRounds: rounds.length > MAX_SHOWN_ROUNDS,
  };
}

export async function loadAskedRoundsOfDeal(viewer: Viewer, dealId: number, locale: Locale) {
  const rounds = await listAskedRounds(viewer, { dealId });
  return rounds.map((round) => toAskedRoundView(round, locale));
}

function toAskedRoundView({ id, dealId, companyName, until, state }: AskedRound, locale: Locale) {
  // The last day, in UTC, goes on into the next day of readers ahead of it.
  const days = Math.max(0, countDaysBetween(getLocalDay(new Date(), locale.timeZone), until));
  const nearDay = NEAR_DAYS[days];
  return {
    id,
    dealId,
    path: `/pipeline/${dealId}/scorecard?round=${id}`,
    company: companyName,
    due: nearDay ? formatNearLastDay(nearDay, until, locale) : formatLastDay(until, locale),
    isSubmitted: state === 'submitted',
    state: EVALUATOR_STATE_LABELS[state],
    action: ACTIONS[state],
  };
}
export type AskedRoundView = ReturnType<typeof toAskedRoundView>;
