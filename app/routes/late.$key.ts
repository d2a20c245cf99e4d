import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { lateFormAddress } from '~/web/forms/late-form.server';

/** After the login: leads to the form that was sent too late (rule 12.13). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return redirect(await lateFormAddress(viewer, params.key!));
}
