import { data } from '@remix-run/node';
import { getDeal } from '~/domain/deal/get.server';
import { formatCount } from '~/domain/text/text';
import { formAction } from '~/http/forms/form-action.server';
import { receiveAttachments } from '~/http/forms/receive-attachments.server';
import { parseId } from '~/http/request/params.server';

export const action = formAction({
  async handler({ viewer, request, params }) {
    const { id } = await getDeal(viewer, parseId(params.id));
    const ids = await receiveAttachments(request, viewer, id, { skipExisting: true });
    const text = ids.length ? `${formatCount(ids.length, 'file')} added` : 'Already added';
    return { redirectTo: `/pipeline/${id}#files`, toast: { title: 'Success', text } };
  },
  onError({ status, message }) {
    return status === 404 ? undefined : data({ problem: message }, status);
  },
});
