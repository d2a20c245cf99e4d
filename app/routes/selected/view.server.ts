import type { LoaderFunctionArgs } from '@remix-run/node';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { generateKey } from '~/domain/key.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getOfferedStages } from '~/domain/stage/offered.server';
import { loadSelectedDeals } from '~/http/forms/selection.server';
import { requireUser } from '~/http/session/guards.server';

export const HOME_PATH = '/dashboard';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const selected = await loadSelectedDeals(viewer, request, HOME_PATH, 'change');
  return {
    ...selected,
    offered: getOfferedValues(await getOptionLists()),
    stages: await getOfferedStages(),
    submission: generateKey(),
  };
}
