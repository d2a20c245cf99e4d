import { endpoint } from '~/web/forms/request.server';
import { openApiDocument } from '~/web/api/openapi/document.server';
import { jsonAnswer } from '~/web/http/json.server';

/** Public: it contains no user data. */
export const loader = endpoint({
  GET: async () => jsonAnswer(openApiDocument()),
});
export const action = loader;
