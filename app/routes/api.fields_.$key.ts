import { changeField } from '~/models/field/administer.server';
import { fieldJson } from '~/models/field/json';
import { FieldChanges } from '~/models/field/schema';
import { userEndpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { requireApiAdmin } from '~/web/session/auth.server';

export const loader = userEndpoint(
  {
    PUT: async (viewer, { request, params }) =>
      fieldJson(await changeField(viewer, params.key!, await readJson(request, FieldChanges))),
    DELETE: async (viewer, { params }) =>
      fieldJson(await changeField(viewer, params.key!, { archived: true })),
  },
  requireApiAdmin,
);
export const action = loader;
