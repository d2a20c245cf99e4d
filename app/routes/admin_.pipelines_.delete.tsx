import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deleteSelectedDeals, loadSelectedDeals } from '~/http/forms/selection.server';
import { requireStaff } from '~/http/session/guards.server';
import { DeleteDeals } from '~/ui/deal-list/delete-deals';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Delete pipelines');

const HOME_PATH = '/admin/pipelines';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadSelectedDeals(await requireStaff(request), request, HOME_PATH);
}

export async function action({ request }: ActionFunctionArgs) {
  return deleteSelectedDeals(await requireStaff(request), request, HOME_PATH);
}

export default DeleteDeals;
