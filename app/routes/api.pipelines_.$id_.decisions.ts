import { DecisionAnswer, toDecisionJson } from '~/domain/decision/json';
import { getDecision, listDecisions } from '~/domain/decision/list.server';
import { closeDeal } from '~/domain/decision/move-deal.server';
import { DecisionInput } from '~/domain/decision/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer, describeList } from '~/http/api/describe.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/decisions',
  params: { id: NUMBER },
  GET: {
    operationId: 'listDecisions',
    summary: 'List the decisions to close a deal, newest first',
    answers: { 200: describeList(DecisionAnswer, 'The decisions.') },
    handler: async ({ viewer, params }) =>
      (await listDecisions(viewer, params.id)).map(toDecisionJson),
  },
  POST: {
    operationId: 'decide',
    summary: 'Close a deal: move it to a stage of the kind won, lost or parked, with the reason',
    description:
      'The reason is required if the fund has made it so. `PUT /api/pipelines/{id}` with such a stage closes the deal without a reason or text.',
    body: DecisionInput,
    answers: { 201: describeAnswer(DecisionAnswer, 'The new decision.') },
    handler: async ({ viewer, params, body }) => {
      const id = await closeDeal(viewer, params.id, body);
      const decision = await getDecision(viewer, params.id, id);
      return respondWithJson(toDecisionJson(decision), { status: 201 });
    },
  },
});
export const action = loader;
