import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId } from '~/web/forms/request.server';
import { answerFile } from '~/web/http/file.server';
import { jsonAnswer } from '~/web/http/json.server';
import { deleteFile, getFile } from '~/models/file/files.server';

export const loader = endpoint({
  GET: async (args) => {
    const viewer = await requireApiUser(args.request);
    const { id, file } = args.params;
    return answerFile(args, await getFile(viewer, readId(id), readId(file)));
  },
  DELETE: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    await deleteFile(viewer, readId(params.id), readId(params.file));
    return jsonAnswer({ message: 'File deleted successfully' });
  },
});
export const action = loader;
