import type { LoaderFunctionArgs } from '@remix-run/node';
import { createCustomFieldView } from '~/domain/custom-field/json';
import { getCustomField, hashShownField } from '~/domain/custom-field/update.server';
import { requireAdmin } from '~/http/session/guards.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const field = await getCustomField(params.key!);
  return { ...createCustomFieldView(field), seen: hashShownField(field) };
}
