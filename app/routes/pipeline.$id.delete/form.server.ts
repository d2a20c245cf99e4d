import { data } from '@remix-run/node';
import { getHomePath } from '~/domain/access';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { notFound } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseSeen } from '~/http/forms/reply.server';
import { isId, parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export const action = formAction({
  fields: { text: ['back', 'seen'] },
  async handler({ viewer, params, form }) {
    const seen = parseSeen(form.get('seen'));
    const { operationId } = await deleteDeal(viewer, parseId(params.id), seen);
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
  onError(error, { params }) {
    if (error.status === 412) return data({ failure: error.message }, 409);
    if (error.status !== 404 || error.mergedDeal || !isId(params.id)) return undefined;
    throw notFound('Failed to delete pipeline: it has already been deleted.');
  },
});
