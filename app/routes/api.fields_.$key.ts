import { customFieldJson } from '~/domain/custom-field/json';
import { CustomFieldChanges } from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { userEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { requireApiAdmin } from '~/http/session/api-guards.server';

export const loader = userEndpoint(
  {
    PUT: async (viewer, { request, params }) =>
      customFieldJson(
        await updateCustomField(viewer, params.key!, await readJson(request, CustomFieldChanges)),
      ),
    DELETE: async (viewer, { params }) =>
      customFieldJson(await updateCustomField(viewer, params.key!, { archived: true })),
  },
  requireApiAdmin,
);
export const action = loader;
