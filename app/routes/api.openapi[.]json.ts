import { isDeepStrictEqual } from 'node:util';
import { endpoint } from '~/web/api/endpoint.server';
import { currentLists } from '~/models/lists/list.server';
import { filterable } from '~/models/lists/lists';
import { GROUPS } from '~/models/user/fields';
import { openApiDocument, openApiFor } from '~/web/api/openapi/document.server';
import { findRequestViewer } from '~/web/session/auth.server';

/** Public: it contains no user data, and groups of the fund's own only for who is signed in. */
export const loader = endpoint({
  GET: async ({ request }) => {
    const groups = filterable(await currentLists(), 'groups');
    if (isDeepStrictEqual(groups, GROUPS)) return openApiDocument();
    const viewer = await findRequestViewer(request);
    return openApiFor(viewer && groups);
  },
});
export const action = loader;
