import { getOptionLists, isChoiceRequired } from '~/domain/option-list/list.server';
import { isClosedStage } from './kinds';
import { buildStages } from './stages.server';

export async function getOfferedStages() {
  const [lists, isReasonRequired] = await Promise.all([
    getOptionLists(),
    isChoiceRequired('reasons'),
  ]);
  const { listed, first } = buildStages(lists);
  return {
    stages: listed.map((stage) => ({ name: stage.name, isClosed: isClosedStage(stage) })),
    first: first.name,
    reasons: lists.listActiveNames('reasons'),
    isReasonRequired,
  };
}

export type OfferedStages = Awaited<ReturnType<typeof getOfferedStages>>;
