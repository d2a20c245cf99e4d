import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { readForm, safePath } from '~/web/request.server';
import { appearanceCookies } from '~/web/appearance.server';

export function loader() {
  return redirect('/');
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, { text: ['back', 'theme', 'density', 'shortcuts'] });
  return redirect(safePath(form.get('back')) ?? '/', { headers: appearanceCookies(form) });
}
