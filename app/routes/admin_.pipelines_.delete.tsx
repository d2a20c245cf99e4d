import type { LoaderFunctionArgs } from '@remix-run/node';
import { formAction } from '~/http/forms/form-action.server';
import {
  deleteSelectedDeals,
  loadSelectedDeals,
  SELECTION_FIELDS,
} from '~/http/forms/selection.server';
import { requireStaff } from '~/http/session/guards.server';
import { DeleteDeals } from '~/ui/deal-list/delete-deals';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Delete pipelines');

const HOME_PATH = '/admin/pipelines';

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadSelectedDeals(await requireStaff(request), request, HOME_PATH);
}

export const action = formAction({
  access: 'staff',
  fields: SELECTION_FIELDS,
  handler: ({ viewer, form }) => deleteSelectedDeals(viewer, form, HOME_PATH),
});

export default DeleteDeals;
