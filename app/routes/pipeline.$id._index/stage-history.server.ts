import type { Viewer } from '~/domain/access';
import type { ReadableDeal } from '~/domain/deal/get.server';
import { type Condition, listOpenConditions } from '~/domain/decision/conditions.server';
import { MAX_CONDITIONS } from '~/domain/decision/limits';
import { listDecisions, type ListedDecision } from '~/domain/decision/list.server';
import { OUTCOME_LABELS } from '~/domain/decision/outcomes';
import { getDisplayName } from '~/domain/person/names';
import { listStageDurations } from '~/domain/stage/history';
import { isClosedStage } from '~/domain/stage/kinds';
import { listStages } from '~/domain/stage/stages.server';
import { formatDate, formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';
import { formatStageHistory } from '~/format/stage-history';
import { describeTaskDue } from '~/format/task-due';

const MAX_SHOWN_DECISIONS = 10;
const MAX_SHOWN_CONDITIONS = MAX_CONDITIONS;

export async function loadStageHistoryView(viewer: Viewer, deal: ReadableDeal, locale: Locale) {
  const [stages, decisions, conditions] = await Promise.all([
    listStages(),
    listDecisions(viewer, deal.id),
    listOpenConditions(deal.id),
  ]);
  const present = { stage: deal.stage, since: deal.stageSince };
  const getStageName = (id: number) => stages.getById(id).name;
  const durations = listStageDurations(deal.way, present, getStageName, locale.timeZone);
  const currentStage = stages.listed.find(({ name }) => name === deal.stage);
  const [previousId] = deal.way.at(-1) ?? [];
  const isReopened =
    previousId !== undefined &&
    isClosedStage(stages.getById(previousId)) &&
    currentStage?.kind === 'open';
  return {
    stageHistory: formatStageHistory(isReopened ? durations.slice(-1) : durations),
    lookAgain: deal.lookAgainOn ? formatDay(deal.lookAgainOn, locale) : undefined,
    decisions: decisions
      .filter(({ decision }) => decision.decidedAt >= deal.stageSince)
      .slice(0, MAX_SHOWN_DECISIONS)
      .map((decided) => toDecisionView(decided, locale)),
    conditions: conditions
      .slice(0, MAX_SHOWN_CONDITIONS)
      .map((condition) => toConditionView(viewer, condition, locale)),
    moreConditions: Math.max(0, conditions.length - MAX_SHOWN_CONDITIONS),
  };
}

function toDecisionView(decided: ListedDecision, locale: Locale) {
  const { decision, stage, reason, user, roundId, memoId } = decided;
  const { id, text, score, evaluationChange, decidedAt, decidedByName, outcome } = decision;
  return {
    id,
    title: [stage, reason].filter(Boolean).join(': '),
    text,
    score: score === null ? 'not scored' : `score ${score.toFixed(1)}`,
    version: evaluationChange,
    by: user ? getDisplayName(user) : decidedByName,
    at: formatDate(decidedAt, locale),
    roundId,
    memoId,
    outcome: outcome && OUTCOME_LABELS[outcome],
  };
}
export type DecisionView = ReturnType<typeof toDecisionView>;

function toConditionView({ id: viewerId }: Viewer, condition: Condition, locale: Locale) {
  const { id, text, userId, userName, person, dueOn } = condition;
  const due = describeTaskDue({ dueOn, dueAt: null }, locale);
  const who = userId === viewerId ? undefined : (userName ?? person);
  return { id, text, who, due: due?.text, isOverdue: due?.isOverdue ?? false };
}
export type ConditionView = ReturnType<typeof toConditionView>;
