import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { getEditableDeal } from '~/domain/deal/get.server';
import { getDecision } from '~/domain/decision/list.server';
import { getOutcomeVersion } from '~/domain/decision/outcome.server';
import { formatDate } from '~/format/date';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const id = parseId(params.id);
  const decision = parseId(params.decision);
  return loadOutcomeView(viewer, id, decision, readLocale(request));
}

async function loadOutcomeView(viewer: Viewer, id: number, decisionId: number, locale: Locale) {
  const { companyName } = await getEditableDeal(viewer, id);
  const { decision, stage, reason } = await getDecision(viewer, id, decisionId);
  return {
    id,
    company: companyName,
    decided: `${[stage, reason].filter(Boolean).join(': ')}, ${formatDate(decision.decidedAt, locale)}`,
    outcome: decision.outcome ?? '',
    outcomeNote: decision.outcomeNote ?? '',
    seen: getOutcomeVersion(decision),
  };
}
