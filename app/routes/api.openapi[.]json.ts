import { endpoint } from '~/web/request.server';
import { openApiDocument } from '~/web/openapi.server';

/** Public: it says how the API is spoken, as the README does, and nothing about anybody's data. */
export const loader = endpoint({
  GET: async () => Response.json(openApiDocument()),
});
export const action = loader;
