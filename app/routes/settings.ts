import { redirect } from '@remix-run/node';
import { publicFormAction } from '~/http/forms/form-action.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { createAppearanceHeaders } from '~/http/session/appearance.server';

export { clientAction } from '~/ui/form/client-action';

export function loader() {
  return redirect('/');
}

export const action = publicFormAction({
  fields: { text: ['back', 'theme', 'density', 'shortcuts'] },
  async handler({ form }) {
    const back = withDensity(parseSafePath(form.get('back')) ?? '/', form.get('density'));
    return { redirectTo: back, headers: createAppearanceHeaders(form) };
  },
});

/** Updates the density in an address that names one, as a view's does. */
function withDensity(back: string, density: string | null): string {
  const [pathname, search] = back.split('?', 2);
  const params = new URLSearchParams(search);
  if (!density || !params.has('density')) return back;
  params.set('density', density);
  return `${pathname}?${params}`;
}
