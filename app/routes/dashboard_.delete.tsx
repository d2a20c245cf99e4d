import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { DeletePipelines } from '~/components/list/delete-pipelines';
import { titled } from '~/components/frame/head';
import { deleteSelected, selectedDeals } from '~/web/forms/selection.server';

export const meta = titled('Delete pipelines');

const HOME = '/dashboard';

export async function loader({ request }: LoaderFunctionArgs) {
  return selectedDeals(await requireUser(request), request, HOME);
}

export async function action({ request }: ActionFunctionArgs) {
  return deleteSelected(await requireUser(request), request, HOME);
}

export default DeletePipelines;
