import { data } from '@remix-run/node';
import { formAction } from '~/http/forms/form-action.server';
import { receiveImport } from '~/http/forms/receive-import.server';
import { waitBriefly } from '~/http/request/wait-briefly.server';

export const action = formAction({
  savesSubmission: true,
  async handler({ viewer, request }) {
    const { id, read } = await receiveImport(request, viewer, {
      isLoose: true,
      suggestsFields: true,
    });
    await waitBriefly(read);
    return { redirectTo: `/import/${id}` };
  },
  onError({ status, message, body }) {
    const cells = body.form?.fields.find(([name]) => name === 'cells')?.[1];
    return data({ problem: message, cells }, status);
  },
});
