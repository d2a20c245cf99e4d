import { ImportAnswer, serializeImport } from '~/domain/import/record/json.server';
import { listImports } from '~/domain/import/record/list.server';
import { apiRoute } from '~/http/api/api-route.server';
import { describeList } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/imports',
  GET: {
    operationId: 'listImports',
    summary: "List the caller's imports. Staff also see the completed imports of others",
    answers: { 200: describeList(ImportAnswer, 'The latest 1,000 imports, newest first.') },
    handler: async ({ viewer }) => (await listImports(viewer)).map(serializeImport),
  },
});
export const action = loader;
