import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { getEditableDeal } from '~/domain/deal/get.server';
import { getOfferedStages } from '~/domain/stage/offered.server';
import { toCurrentStageName } from '~/domain/stage/stages.server';
import type { Locale } from '~/format/locale';
import { readBackPath } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadBasisOptions } from '~/ui/deal/decision-basis.server';
import { listAssignees } from '~/ui/task/task-view.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const stage = new URL(request.url).searchParams.get('stage');
  const deal = await loadStageView(viewer, parseId(params.id), readLocale(request));
  const chosen = stage ? await toCurrentStageName(stage) : '';
  return { deal, chosen, back: readBackPath(request, viewer, deal.id) };
}

async function loadStageView(viewer: Viewer, id: number, locale: Locale) {
  const { companyName, stage } = await getEditableDeal(viewer, id);
  return {
    id,
    company: companyName,
    stage,
    ...(await getOfferedStages()),
    ...(await loadBasisOptions(viewer, id, locale)),
    submission: crypto.randomUUID(),
    people: await listAssignees(viewer, id),
  };
}

export type StageView = Awaited<ReturnType<typeof loadStageView>>;
