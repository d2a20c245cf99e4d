import { endpoint } from '~/web/request.server';
import { openApiDocument } from '~/web/openapi/document.server';
import { jsonAnswer } from '~/web/json.server';

/** Public: it contains no user data. */
export const loader = endpoint({
  GET: async () => jsonAnswer(openApiDocument()),
});
export const action = loader;
