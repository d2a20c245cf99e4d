import { redirect } from '@remix-run/node';
import { publicFormAction } from '~/http/forms/form-action.server';
import { endSessionHere } from '~/http/session/session.server';

export function loader() {
  return redirect('/');
}

export const action = publicFormAction({
  fields: { text: ['from'] },
  async handler({ request, form }) {
    return {
      redirectTo: form.get('from') === 'admin' ? '/' : '/login',
      toast: { title: 'Logged out', text: 'You have been logged out successfully' },
      headers: await endSessionHere(request),
    };
  },
});
