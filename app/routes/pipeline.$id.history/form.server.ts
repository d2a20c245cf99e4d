import type { Viewer } from '~/domain/access';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { restoreEvaluation, restoreField } from '~/domain/timeline/restore.server';
import { formAction } from '~/http/forms/form-action.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';

export const action = formAction({
  fields: { text: ['version', 'change', 'field'] },
  async handler({ viewer, request, params, form }) {
    const redirectTo = getHistoryPath(request, viewer, params.id);
    const id = parseId(params.id);
    if (form.has('version')) {
      await restoreEvaluation(viewer, id, parseId(form.get('version')));
      return { redirectTo, toast: { title: 'Success', text: 'Evaluation restored' } };
    }
    const field = form.get('field') ?? '';
    await restoreField(viewer, id, parseId(form.get('change')), field);
    const { labels } = await createCustomFieldFormatter();
    const text = `${getHistoryFieldLabel(field, labels)} restored`;
    return { redirectTo, toast: { title: 'Success', text } };
  },
  onError(error, { viewer, request, params }) {
    if (error.status === 404) return undefined;
    const toast = { title: 'Error', text: error.reason, failed: true };
    return { redirectTo: getHistoryPath(request, viewer, params.id), toast };
  },
});

function getHistoryPath(request: Request, viewer: Viewer, id: string | undefined): string {
  return `/pipeline/${parseId(id)}/history${buildFromQuery(request, viewer)}`;
}
