import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { getOptionLists, isChoiceRequired } from '~/domain/option-list/list.server';
import { isClosedStage } from '~/domain/stage/kinds';
import { buildStages } from '~/domain/stage/stages.server';
import { readBackPath } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await loadStageView(viewer, parseId(params.id));
  return { deal, back: readBackPath(request, viewer, deal.id) };
}

/** Throws 404 if the deal is not visible. */
async function loadStageView(viewer: Viewer, id: number) {
  const [{ companyName, stage }, lists, reasonIsRequired] = await Promise.all([
    getDeal(viewer, id),
    getOptionLists(),
    isChoiceRequired('reasons'),
  ]);
  return {
    id,
    company: companyName,
    stage,
    stages: buildStages(lists).listed.map((entry) => ({
      name: entry.name,
      isClosed: isClosedStage(entry),
    })),
    reasons: lists.activeNames('reasons'),
    reasonIsRequired,
  };
}

export type StageView = Awaited<ReturnType<typeof loadStageView>>;
