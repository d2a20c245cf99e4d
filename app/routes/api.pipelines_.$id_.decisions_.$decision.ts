import { DecisionAnswer, toDecisionJson } from '~/domain/decision/json';
import { getDecision } from '~/domain/decision/list.server';
import { setOutcome } from '~/domain/decision/outcome.server';
import { OutcomeInput } from '~/domain/decision/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/decisions/{decision}',
  params: { id: NUMBER, decision: NUMBER },
  PUT: {
    operationId: 'setOutcome',
    summary: 'Say what became of the company after a decision',
    description: 'Null clears the outcome. A missing note is left unchanged.',
    body: OutcomeInput,
    answers: { 200: describeAnswer(DecisionAnswer, 'The updated decision.') },
    handler: async ({ viewer, params, body }) => {
      await setOutcome(viewer, params.id, params.decision, body);
      return toDecisionJson(await getDecision(viewer, params.id, params.decision));
    },
  },
});
export const action = loader;
