import { freezeMemo } from '~/domain/memo/freeze.server';
import { MemoAnswer, toMemoJson } from '~/domain/memo/json';
import { getMemo, listMemos } from '~/domain/memo/list.server';
import { MemoInput } from '~/domain/memo/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer, describeList, LOCATION } from '~/http/api/describe.server';
import { respondWithCreated } from '~/http/responses/json.server';
import { renderMemo } from '~/ui/memo/render-memo.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/memos',
  params: { id: NUMBER },
  GET: {
    operationId: 'listMemos',
    summary: 'List the frozen memos of a deal, newest first',
    answers: { 200: describeList(MemoAnswer, 'The memos.') },
    handler: async ({ viewer, params }) => (await listMemos(viewer, params.id)).map(toMemoJson),
  },
  POST: {
    operationId: 'freezeMemo',
    summary: 'Freeze a memo on a deal as it is now',
    description: 'A frozen memo never changes and is deleted only with its deal.',
    body: MemoInput,
    answers: { 201: describeAnswer(MemoAnswer, 'The frozen memo.', LOCATION) },
    handler: async ({ viewer, params, body }) => {
      const id = await freezeMemo(viewer, params.id, body, { render: renderMemo });
      const memo = toMemoJson(await getMemo(viewer, params.id, id));
      return respondWithCreated(memo, `/api/pipelines/${params.id}/memos/${id}`);
    },
  },
});
export const action = loader;
