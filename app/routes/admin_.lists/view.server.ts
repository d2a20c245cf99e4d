import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import {
  assertCanEditOptionLists,
  hashShownOption,
} from '~/domain/operations/option-list/edit-options.server';
import { OPTION_LIST_DEFINITIONS } from '~/domain/option-list/definitions';
import { getOptionLists, isChoiceRequired } from '~/domain/option-list/list.server';
import { pick } from '~/domain/record';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { requireAdmin } from '~/http/session/guards.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  return { figures: await getAdminStats(viewer), ...(await loadOptionListsView(viewer)) };
}

async function loadOptionListsView(viewer: Viewer) {
  assertCanEditOptionLists(viewer);
  const { listActiveOptions } = await getOptionLists();
  const lists = OPTION_LIST_DEFINITIONS.map(({ name, title, noun, attributes, hint }) => ({
    name,
    title,
    noun,
    has: attributes,
    hint,
    options: listActiveOptions(name).map((option) => ({
      ...pick(option, ['id', 'name', 'kind', 'days']),
      seen: hashShownOption(option),
    })),
  }));
  return { lists, isReasonRequired: await isChoiceRequired('reasons') };
}

export type OptionListView = Awaited<ReturnType<typeof loadOptionListsView>>['lists'][number];
