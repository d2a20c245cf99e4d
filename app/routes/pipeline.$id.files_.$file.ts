import type { LoaderFunctionArgs } from '@remix-run/node';
import { ATTACHMENT_RULES, getAttachment } from '~/domain/attachment/list.server';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { badRequest } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { respondWithFile } from '~/http/responses/file.server';
import { requireUser } from '~/http/session/guards.server';

export { clientAction } from '~/ui/form/client-action';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const file = await getAttachment(viewer, parseId(args.params.id), parseId(args.params.file));
  return respondWithFile(args, file, {
    isShown: new URL(args.request.url).searchParams.has('view'),
  });
}

export const action = formAction({
  fields: { text: ['intent', 'back'] },
  async handler({ viewer, params, form }) {
    const id = parseId(params.id);
    const { id: fileId } = await getAttachment(viewer, id, parseId(params.file));
    if (form.get('intent') !== 'delete') throw badRequest('Unknown action.');
    const undo = await removeDealRecord(ATTACHMENT_RULES, viewer, id, fileId);
    const back = parseSafePath(form.get('back')) ?? `/pipeline/${id}`;
    return {
      redirectTo: `${back}#files`,
      toast: { title: 'Success', text: 'File deleted', undo },
    };
  },
});
