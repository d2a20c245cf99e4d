import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { readForm, safePath } from '~/web/request.server';
import { appearanceCookies } from '~/web/appearance.server';

export function loader() {
  return redirect('/');
}

/** Keeps theme and density in the browser that chose them, with or without scripts and account. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, { text: ['back', 'theme', 'density'] });
  return redirect(safePath(form.get('back')) ?? '/', { headers: appearanceCookies(form) });
}
