import type { LoaderFunctionArgs } from '@remix-run/node';
import { isMailConfigured } from '~/domain/mail/send.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { SAVED_SUBMISSION_PATH } from '~/http/session/guards.server';
import { readSignupStatus, requireSignedOut } from '~/http/session/login.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const to = parseSafePath(new URL(request.url).searchParams.get('to'));
  await requireSignedOut(request, to);
  return {
    signup: await readSignupStatus(request),
    keepsForm: to?.startsWith(SAVED_SUBMISSION_PATH) ?? false,
    mailsLinks: isMailConfigured,
    to,
  };
}
