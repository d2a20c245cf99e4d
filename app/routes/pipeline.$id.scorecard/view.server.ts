import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { getDeal } from '~/domain/deal/get.server';
import { toEvaluationFormValues } from '~/domain/evaluation/form-values';
import { getScorecardVersion } from '~/domain/round/save-scorecard.server';
import { formatLastDay } from '~/format/closing-time';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { getOwnRound, readRoundParam } from './own-round.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const round = await getOwnRound(viewer, deal.id, readRoundParam(request));
  const { card, isOpen } = round;
  const filledIn = Object.entries(toEvaluationFormValues(card ?? {}));
  const view = {
    id: deal.id,
    company: deal.companyName,
    state: round.evaluators.find(({ id }) => id === viewer.id)!.state,
    round: { id: round.id, isOpen, until: formatLastDay(round.until, readLocale(request)) },
    version: getScorecardVersion(card),
    values: {
      ...(Object.fromEntries(filledIn.map(([key, value]) => [key, value ?? ''])) as Record<
        string,
        string
      >),
      vote: card?.vote ?? '',
      reason: card?.reason ?? '',
    },
  };
  return data(view, isOpen ? 200 : 409);
}
