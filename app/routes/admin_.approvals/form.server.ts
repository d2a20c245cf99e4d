import { ChangeRole } from '~/domain/user/admin-schema';
import { approveUser, rejectUser } from '~/domain/user/approve.server';
import { badRequest, parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import type { PageRedirect } from '~/http/session/toast.server';
import type { Toast } from '~/toast';

export const action = formAction({
  access: 'staff',
  fields: { text: ['back', 'intent', 'id', 'role'] },
  async handler({ viewer, form }) {
    const id = form.get('id') ?? '';
    switch (form.get('intent')) {
      case 'approve': {
        const { role } = parseInput(ChangeRole.partial(), Object.fromEntries(form));
        await approveUser(viewer, id, role);
        return createRedirectBack(form, { title: 'Success', text: 'User approved successfully' });
      }
      case 'reject':
        await rejectUser(viewer, id);
        return createRedirectBack(form, { title: 'Success', text: 'User rejected successfully' });
      default:
        throw badRequest('Unknown action.');
    }
  },
  onError(error, { form }) {
    const intent = form.get('intent') ?? '';
    if (!['approve', 'reject'].includes(intent)) return undefined;
    return createRedirectBack(form, {
      title: `Failed to ${intent} user`,
      text: error.reason,
      failed: true,
    });
  },
});

function createRedirectBack(form: PostedForm<'back'>, toast: Toast): PageRedirect {
  return { redirectTo: parseSafePath(form.get('back')) ?? '/admin/approvals', toast };
}
