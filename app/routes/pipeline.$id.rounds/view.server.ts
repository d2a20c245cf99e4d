import type { LoaderFunctionArgs } from '@remix-run/node';
import { canManageDeal } from '~/domain/access';
import { addDays, getUtcToday } from '~/domain/date/calendar-day';
import { getDeal } from '~/domain/deal/get.server';
import { listRounds } from '~/domain/round/get.server';
import { listCandidates } from '~/domain/round/list-candidates.server';
import { formatLastDay } from '~/format/closing-time';
import { formatDate } from '~/format/date';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';

const DEFAULT_ROUND_DAYS = 7;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const rounds = await listRounds(viewer, deal.id);
  const locale = readLocale(request);
  const current = rounds.find(({ isOpen }) => isOpen);
  const canOpen = !current && canManageDeal(viewer, deal);
  return {
    id: deal.id,
    company: deal.companyName,
    until: addDays(getUtcToday(), DEFAULT_ROUND_DAYS),
    candidates: canOpen ? await listCandidates() : undefined,
    rounds: rounds.map((round) => ({
      id: round.id,
      company: round.companyName,
      asksViewer: round.isOpen && round.evaluators.some(({ id }) => id === viewer.id),
      opened: formatDate(round.openedAt, locale),
      state: round.closedAt
        ? `Closed ${formatDate(round.closedAt, locale)}`
        : `Open until ${formatLastDay(round.until, locale)}`,
      asked: round.evaluators.length,
      submitted: round.evaluators.filter(({ state }) => state === 'submitted').length,
    })),
  };
}
