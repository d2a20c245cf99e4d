import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { ATTACHMENT_RULES, getAttachment } from '~/domain/attachment/list.server';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { badRequest } from '~/errors';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { respondWithFile } from '~/http/responses/file.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';

/** Serves the file for download, or inline if `view` is set. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const file = await getAttachment(viewer, parseId(args.params.id), parseId(args.params.file));
  return respondWithFile(args, file, {
    isShown: new URL(args.request.url).searchParams.has('view'),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = parseId(params.id);
  const { id: fileId } = await getAttachment(viewer, id, parseId(params.file));
  const form = await readForm(request, { text: ['intent', 'back'] });
  if (form.get('intent') !== 'delete') throw badRequest('Unknown action.');
  const undo = await removeDealRecord(ATTACHMENT_RULES, viewer, id, fileId);
  const back = `${parseSafePath(form.get('back')) ?? `/pipeline/${id}`}#files`;
  return redirectWithToast(back, { ...makeToast('Success', 'File deleted'), undo });
}
