import type { Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { getOptionLists, isChoiceRequired } from '~/domain/option-list/list.server';
import { isClosedStage } from '~/domain/stage/kinds';
import { buildStages } from '~/domain/stage/stages.server';

/** Throws 404 if the deal is not visible. */
export async function loadStageView(viewer: Viewer, id: number) {
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
