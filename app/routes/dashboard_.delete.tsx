import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deleteSelectedDeals, loadSelectedDeals } from '~/http/forms/selection.server';
import { requireUser } from '~/http/session/guards.server';
import { DeleteDeals } from '~/ui/deal-list/delete-deals';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Delete pipelines');

const HOME_PATH = '/dashboard';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadSelectedDeals(await requireUser(request), request, HOME_PATH);
}

export async function action({ request }: ActionFunctionArgs) {
  return deleteSelectedDeals(await requireUser(request), request, HOME_PATH);
}

export default DeleteDeals;
