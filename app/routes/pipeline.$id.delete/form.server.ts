import { getHomePath } from '~/domain/access';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { notFound } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  fields: { text: ['back'] },
  async handler({ viewer, params, form }) {
    const { operationId } = await deleteDeal(viewer, parseId(params.id));
    return {
      redirectTo: parseSafePath(form.get('back')) ?? getHomePath(viewer),
      toast: {
        title: 'Success',
        text: 'Pipeline deleted successfully',
        undo: operationId,
        isBrief: true,
      },
    };
  },
  onError(error) {
    if (error.status !== 404) return undefined;
    throw notFound('Failed to delete pipeline: it has already been deleted.');
  },
});
