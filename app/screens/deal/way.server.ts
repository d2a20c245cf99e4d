import type { Viewer } from '~/models/access';
import { formatDate, formatDay, type Locale } from '~/models/dates';
import { type ListedDecision, listDecisions } from '~/models/decision/list.server';
import type { SeenDeal } from '~/models/pipeline/write.server';
import { listStages } from '~/models/lists/list.server';
import { stays, wayText } from '~/models/stage/place';
import { displayName } from '~/models/text';

/** Decisions that the deal's page shows. */
const LATEST = 10;

/** The stages that a deal went through, when it is to be looked at again, and why it was closed. */
export async function wayView(viewer: Viewer, deal: SeenDeal, locale: Locale) {
  const [stages, decisions] = await Promise.all([listStages(), listDecisions(viewer, deal.id)]);
  const present = { stage: deal.stage, since: deal.stageSince };
  return {
    way: wayText(stays(deal.way, present, (id) => stages.of(id).name)),
    lookAgain: deal.lookAgainOn ? formatDay(deal.lookAgainOn, locale) : undefined,
    decisions: decisions.slice(0, LATEST).map((decided) => decisionView(decided, locale)),
  };
}

function decisionView({ decision, stage, reason, user }: ListedDecision, locale: Locale) {
  const { id, text, score, evaluationChange, decidedAt, decidedByName } = decision;
  return {
    id,
    title: [stage, reason].filter(Boolean).join(': '),
    text,
    score: score === null ? 'not scored' : `score ${score.toFixed(1)}`,
    /** The change of the evaluation that shows it as it was. */
    version: evaluationChange,
    by: user ? displayName(user) : decidedByName,
    at: formatDate(decidedAt, locale),
  };
}
export type DecisionView = ReturnType<typeof decisionView>;
