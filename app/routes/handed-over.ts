import { redirect } from '@remix-run/node';
import { dismissTransfers } from '~/domain/operations/transfer-notices.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export { clientAction } from '~/ui/form/client-action';

export function loader() {
  return redirect('/dashboard');
}

export const action = formAction({
  fields: { text: ['by', 'until', 'back'] },
  async handler({ viewer, form }) {
    const until = new Date(Number(form.get('until')));
    const dismissed =
      Number.isFinite(until.getTime()) &&
      (await dismissTransfers(viewer, form.get('by') || null, until));
    return {
      redirectTo: parseSafePath(form.get('back')) ?? '/dashboard',
      toast: dismissed ? undefined : { title: 'This has already been dismissed' },
      replace: true,
    };
  },
});
