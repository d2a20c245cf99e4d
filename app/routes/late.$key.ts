import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { findSavedSubmission } from '~/domain/saved-submission/saved-submission.server';
import { SUBMISSION_PARAM } from '~/http/forms/saved-submission.server';
import { requireUser } from '~/http/session/guards.server';
import { getStartPath } from '~/http/session/start-path.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return redirect(await getSavedSubmissionPath(viewer, params.key!));
}

async function getSavedSubmissionPath(viewer: Viewer, key: string): Promise<string> {
  const form = await findSavedSubmission(viewer, key);
  if (!form) return getStartPath(viewer);
  return `${form.path}${form.path.includes('?') ? '&' : '?'}${SUBMISSION_PARAM}=${key}`;
}
