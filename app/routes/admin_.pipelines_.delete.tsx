import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { requireStaff } from '~/web/session/auth.server';
import { DeletePipelines } from '~/components/list/delete-pipelines';
import { PRODUCT } from '~/components/frame/frame';
import { deleteSelected, selectedDeals } from '~/web/forms/selection.server';

export const meta: MetaFunction = () => [{ title: `Delete pipelines · ${PRODUCT}` }];

const HOME = '/admin/pipelines';

export async function loader({ request }: LoaderFunctionArgs) {
  return selectedDeals(await requireStaff(request), request, HOME);
}

export async function action({ request }: ActionFunctionArgs) {
  return deleteSelected(await requireStaff(request), request, HOME);
}

export default DeletePipelines;
