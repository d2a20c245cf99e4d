import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { DeletePipelines } from '~/components/list/delete-pipelines';
import { PRODUCT } from '~/components/frame/frame';
import { deleteSelected, selectedDeals } from '~/web/forms/selection.server';

export const meta: MetaFunction = () => [{ title: `Delete pipelines · ${PRODUCT}` }];

const HOME = '/dashboard';

export async function loader({ request }: LoaderFunctionArgs) {
  return selectedDeals(await requireUser(request), request, HOME);
}

export async function action({ request }: ActionFunctionArgs) {
  return deleteSelected(await requireUser(request), request, HOME);
}

export default DeletePipelines;
