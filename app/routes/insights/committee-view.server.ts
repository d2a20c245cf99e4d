import { parseDealQuery } from '~/address/deal-query';
import type { Viewer } from '~/domain/access';
import { OUTCOME_LABELS } from '~/domain/decision/outcomes';
import { type EvaluatorInsight, getEvaluatorInsights } from '~/domain/insights/evaluators.server';
import { type CommitteeGrouping, MIN_ROUNDS } from '~/domain/insights/groups';
import { type DecidedDeal, getOutcomeInsights } from '~/domain/insights/outcomes.server';
import { VOTE_LABELS, VOTES } from '~/domain/round/votes';
import { roundScore } from '~/domain/score/score';
import { formatDate } from '~/format/date';
import type { Locale } from '~/format/locale';
import { loadInsightsHead } from './head.server';

export async function loadCommitteeView(
  viewer: Viewer,
  by: CommitteeGrouping,
  params: URLSearchParams,
  locale: Locale,
) {
  const head = await loadInsightsHead(params, by, locale);
  if (by === 'evaluator') {
    const evaluators = (await getEvaluatorInsights(viewer)).map(toEvaluatorView);
    return { ...head, kind: by, evaluators };
  }
  const query = parseDealQuery(params, locale.timeZone);
  const { decisions, groups, listed } = await getOutcomeInsights(viewer, query);
  return {
    ...head,
    kind: by,
    decisions,
    groups: groups.map(({ outcome, decisions: count, meanScore }) => ({
      name: outcome ? OUTCOME_LABELS[outcome] : 'Not known yet',
      decisions: count,
      percent: Math.round((100 * count) / decisions),
      meanScore: meanScore?.toFixed(1) ?? '–',
    })),
    listed: listed.map((deal) => toDecidedView(deal, locale)),
  };
}

function toEvaluatorView({ id, name, rounds, figures }: EvaluatorInsight) {
  const tooEarly = `Too early to tell: fewer than ${MIN_ROUNDS} closed rounds`;
  return { id, name, rounds, tooEarly, figures: figures && formatFigures(figures) };
}

function formatFigures(figures: NonNullable<EvaluatorInsight['figures']>) {
  const { meanOffset, lowest, highest, notAssessed } = figures;
  return {
    lowest,
    highest,
    offset: formatOffset(meanOffset),
    range: `${lowest.toFixed(1)} to ${highest.toFixed(1)}`,
    notAssessed: `${Math.round(100 * notAssessed)}%`,
  };
}

function formatOffset(offset: number | null): string {
  if (offset === null) return '–';
  const rounded = roundScore(Math.abs(offset)).toFixed(1);
  if (rounded === '0.0') return rounded;
  return offset > 0 ? `+${rounded}` : `−${rounded}`;
}

function toDecidedView(deal: DecidedDeal, locale: Locale) {
  const { id, dealId, companyName, stage, decidedAt, score, votes, outcome, outcomeNote } = deal;
  const counted = VOTES.filter((vote) => votes?.[vote]);
  return {
    id,
    dealId,
    companyName,
    stage,
    outcomeNote,
    day: formatDate(decidedAt, locale),
    score: score?.toFixed(1) ?? '–',
    votes: counted.map((vote) => `${votes![vote]} × ${VOTE_LABELS[vote]}`).join(', ') || '–',
    outcome: OUTCOME_LABELS[outcome],
  };
}

type CommitteeView = Awaited<ReturnType<typeof loadCommitteeView>>;
export type EvaluatorsView = Extract<CommitteeView, { kind: 'evaluator' }>;
export type OutcomesView = Extract<CommitteeView, { kind: 'outcome' }>;
