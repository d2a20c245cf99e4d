import type { Viewer } from '~/domain/access';
import { getEditableDeal } from '~/domain/deal/get.server';
import { getOptionLists } from '~/domain/option-list/list.server';

export async function getMeetingChoices(viewer: Viewer, id: number) {
  const deal = await getEditableDeal(viewer, id);
  const lists = await getOptionLists();
  const values = [...lists.listActiveNames('meetings'), ...[deal.nextMeetingDate ?? []].flat()];
  return { deal, lists, choices: [...new Set(values)] };
}
