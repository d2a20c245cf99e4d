import type { OptionListName } from '#db/schema';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { getOptionLists } from '~/domain/option-list/list.server';
import { isSameName, listFilterOptions } from '~/domain/option-list/option-lists';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import { invalid } from '~/errors';

const LISTS = {
  stage: 'stages',
  industry: 'industries',
  round: 'rounds',
} as const satisfies Record<string, OptionListName>;

/**
 * Returns the value of a filter whatever its case, previous names and "Series A" too. Throws 400 for
 * an unknown one, for which an assistant would read that there are no such deals.
 */
export async function parseListFilter(path: keyof typeof LISTS, text = ''): Promise<string> {
  const list = LISTS[path];
  const lists = await getOptionLists();
  if (!text || lists.findByName(list, text)) return text;
  const kind = path === 'stage' && STAGE_KINDS.find((known) => isSameName(known, text));
  if (kind) return kind;
  const names = listFilterOptions(lists, list);
  const labelled = names.find((name) => isSameName(getFundingRoundLabel(name), text));
  if (path === 'round' && labelled) return labelled;
  const name = lists.toCurrentNameInAnyCase(list, text);
  if (lists.findByName(list, name)) return name;
  throw invalid([{ path, message: `There is no such ${path}. Choose from ${names.join(', ')}` }]);
}
