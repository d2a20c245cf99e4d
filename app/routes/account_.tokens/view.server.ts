import type { LoaderFunctionArgs } from '@remix-run/node';
import { appUrl } from '~/env.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return { assistantUrl: `${appUrl}/mcp` };
}
