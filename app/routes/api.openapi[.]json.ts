import { isDeepStrictEqual } from 'node:util';
import { getOptionLists } from '~/domain/option-list/list.server';
import { listFilterOptions } from '~/domain/option-list/option-lists';
import { GROUPS } from '~/domain/user/fields';
import { endpoint } from '~/http/api/endpoint.server';
import { getOpenApiDocument, getOpenApiDocumentFor } from '~/http/api/openapi/document.server';
import { findRequestViewer } from '~/http/session/guards.server';

/** Public: it contains no user data, and groups of the fund's own only for who is signed in. */
export const loader = endpoint({
  GET: async ({ request }) => {
    const groups = listFilterOptions(await getOptionLists(), 'groups');
    if (isDeepStrictEqual(groups, GROUPS)) return getOpenApiDocument();
    const viewer = await findRequestViewer(request);
    return getOpenApiDocumentFor(viewer && groups);
  },
});
export const action = loader;
