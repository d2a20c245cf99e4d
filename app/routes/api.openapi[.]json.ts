import { endpoint } from '~/web/request.server';
import { openApiDocument } from '~/web/openapi/document.server';

/** Public: it contains no user data. */
export const loader = endpoint({
  GET: async () => Response.json(openApiDocument()),
});
export const action = loader;
