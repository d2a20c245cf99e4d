import { requireApiStaff } from '~/auth.server';
import { endpoint, readId } from '~/http.server';
import { deletePipeline } from '~/models/pipeline.server';

export const loader = endpoint({
  DELETE: async ({ request, params }) => {
    await deletePipeline(await requireApiStaff(request), readId(params.id));
    return Response.json({ message: 'Pipeline deleted successfully' });
  },
});
export const action = loader;
