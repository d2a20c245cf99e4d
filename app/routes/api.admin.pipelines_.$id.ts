import { requireApiStaff } from '~/web/session/auth.server';
import { endpoint, readId } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { deletePipeline } from '~/models/trash/delete.server';

export const loader = endpoint({
  DELETE: async ({ request, params }) => {
    await deletePipeline(await requireApiStaff(request), readId(params.id));
    return jsonAnswer({ message: 'Pipeline deleted successfully' });
  },
});
export const action = loader;
