import type { LoaderFunctionArgs } from '@remix-run/node';
import { createCustomFieldView } from '~/domain/custom-field/json';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { notFound } from '~/errors';
import { requireAdmin } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const field = (await listCustomFields()).find(({ key }) => key === params.key);
  if (!field) throw notFound('There is no such field.');
  return createCustomFieldView(field);
}
