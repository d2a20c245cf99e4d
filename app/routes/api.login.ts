import { redirect } from '@remix-run/node';
import { publicApiRoute } from '~/http/api/api-route.server';
import { describeHeader, describeQueryParameter } from '~/http/api/describe.server';
import { addReturnPath, parseSafePath } from '~/http/request/safe-path.server';
import { findRequestViewer } from '~/http/session/guards.server';
import { getStartPath } from '~/http/session/start-path.server';

/** Redirects to the login, keeping the requested page (rule 12.4), or home if signed in. */
export const loader = publicApiRoute({
  path: '/api/login',
  GET: {
    operationId: 'goToLogin',
    summary: 'Redirect a signed-out browser to the login page',
    parameters: [
      describeQueryParameter('to', 'The path to return to after login. It must be on this site.'),
    ],
    answers: {
      302: {
        description: 'Redirects to the login page, or to the home page if signed in.',
        headers: { Location: describeHeader('The address to go to.') },
      },
    },
    handler: async ({ request }) => {
      const viewer = await findRequestViewer(request);
      if (viewer) return redirect(await getStartPath(viewer));
      const to = parseSafePath(new URL(request.url).searchParams.get('to'));
      return redirect(addReturnPath('/login', to));
    },
  },
});
export const action = loader;
