import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireUser } from '~/http/session/guards.server';
import { getSavedSubmissionPath } from '~/http/forms/saved-submission.server';

/** After the login: leads to the form that was sent too late (rule 12.13). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return redirect(await getSavedSubmissionPath(viewer, params.key!));
}
