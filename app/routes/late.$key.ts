import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getSavedSubmissionPath } from '~/http/forms/saved-submission.server';
import { requireUser } from '~/http/session/guards.server';

/** Redirects after the login to the form that was sent without a session (rule 12.13). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return redirect(await getSavedSubmissionPath(viewer, params.key!));
}
