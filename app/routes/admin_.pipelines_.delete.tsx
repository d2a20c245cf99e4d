import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireStaff } from '~/web/session/auth.server';
import { DeletePipelines } from '~/components/list/delete-pipelines';
import { titled } from '~/components/frame/head';
import { deleteSelected, selectedDeals } from '~/web/forms/selection.server';

export const meta = titled('Delete pipelines');

const HOME = '/admin/pipelines';

export async function loader({ request }: LoaderFunctionArgs) {
  return selectedDeals(await requireStaff(request), request, HOME);
}

export async function action({ request }: ActionFunctionArgs) {
  return deleteSelected(await requireStaff(request), request, HOME);
}

export default DeletePipelines;
