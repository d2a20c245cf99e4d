import { isDeepStrictEqual } from 'node:util';
import { getOptionLists } from '~/domain/option-list/list.server';
import { listFilterOptions } from '~/domain/option-list/option-lists';
import { GROUPS } from '~/domain/user/fields';
import { endpoint } from '~/http/api/endpoint.server';
import { findRequestViewer } from '~/http/session/guards.server';
import { getOpenApiDocument, getOpenApiDocumentFor } from './document.server';

/**
 * Serves the document to everyone: it has no user data, and the fund's groups only for signed-in
 * users.
 */
export const loader = endpoint({
  GET: async ({ request }) => {
    const groups = listFilterOptions(await getOptionLists(), 'groups');
    if (isDeepStrictEqual(groups, GROUPS)) return getOpenApiDocument();
    const viewer = await findRequestViewer(request);
    return getOpenApiDocumentFor(viewer && groups);
  },
});
export const action = loader;
