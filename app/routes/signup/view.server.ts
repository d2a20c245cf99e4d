import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireSignedOut } from '~/http/session/login.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  return null;
}
