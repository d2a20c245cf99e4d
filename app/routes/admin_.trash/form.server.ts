import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { formAction } from '~/http/forms/form-action.server';
import { isId, parseId } from '~/http/request/params.server';

const TRASH_PATH = '/admin/trash';

export const action = formAction({
  access: 'admin',
  fields: { text: ['id'] },
  async handler({ viewer, form }) {
    const { name } = await restoreFromTrash(viewer, parseId(form.get('id')));
    return { redirectTo: TRASH_PATH, toast: { title: 'Success', text: `${name} restored` } };
  },
  onError(error, { form }) {
    if (!isId(form.get('id'))) return undefined;
    const toast = { title: 'Not restored', text: error.message, failed: true };
    return { redirectTo: TRASH_PATH, toast };
  },
});
