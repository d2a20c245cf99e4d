import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { FILES, getFile } from '~/models/file/files.server';
import { removeDealRow } from '~/models/pipeline/deal-rows.server';
import { badRequest } from '~/refusal';
import { readForm, readId, safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { answerFile } from '~/web/http/file.server';

/** The file itself, to be looked at with the parameter `view`. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const file = await getFile(viewer, readId(args.params.id), readId(args.params.file));
  return answerFile(args, file, { isShown: new URL(args.request.url).searchParams.has('view') });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  const { id: fileId } = await getFile(viewer, id, readId(params.file));
  const form = await readForm(request, { text: ['intent', 'back'] });
  if (form.get('intent') !== 'delete') throw badRequest('Unknown action.');
  const undo = await removeDealRow(FILES, viewer, id, fileId);
  const back = `${safePath(form.get('back')) ?? `/pipeline/${id}`}#files`;
  return redirectWithToast(back, { ...makeToast('Success', 'File deleted'), undo });
}
