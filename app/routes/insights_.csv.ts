import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseDealQuery } from '~/address/deal-query';
import { parseCommitteeGrouping, parseGrouping } from '~/address/grouping';
import { toCsv } from '~/domain/csv';
import { getLocalDay } from '~/domain/date/time-zone';
import { OUTCOME_LABELS } from '~/domain/decision/outcomes';
import { type EvaluatorInsight, getEvaluatorInsights } from '~/domain/insights/evaluators.server';
import { getInsights } from '~/domain/insights/get.server';
import { GROUPING_LABELS } from '~/domain/insights/grouping-labels';
import { getOutcomeInsights, type OutcomeInsights } from '~/domain/insights/outcomes.server';
import { VOTE_LABELS, VOTES } from '~/domain/round/votes';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const params = new URL(request.url).searchParams;
  const { timeZone } = readLocale(request);
  const query = parseDealQuery(params, timeZone);
  const committee = parseCommitteeGrouping(params);
  if (committee === 'evaluator')
    return respondWithCsv(committee, listEvaluatorRows(await getEvaluatorInsights(viewer)));
  if (committee === 'outcome')
    return respondWithCsv(
      committee,
      listOutcomeRows(await getOutcomeInsights(viewer, query), timeZone),
    );
  const { by, groups, total } = await getInsights(viewer, parseGrouping(params), query);
  const stages = Object.keys(total.reached);
  const rows = [
    [GROUPING_LABELS[by], 'Deals', ...stages, ...stages.map((stage) => `${stage}, median days`)],
    ...groups.map(({ name, deals, reached, medianDays }) => [
      name ?? '',
      deals,
      ...Object.values(reached),
      ...Object.values(medianDays),
    ]),
  ];
  return respondWithCsv(by, rows);
}

type CsvRows = Parameters<typeof toCsv>[0];

function respondWithCsv(by: string, rows: CsvRows): Response {
  return new Response(toCsv(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="insights-${by}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  });
}

function listEvaluatorRows(evaluators: EvaluatorInsight[]): CsvRows {
  const heads = ['Rounds', 'Mean offset', 'Lowest score', 'Highest score', 'Not assessed'];
  return [
    [GROUPING_LABELS.evaluator, ...heads],
    ...evaluators.map(({ name, rounds, figures }) => [
      name,
      rounds,
      figures?.meanOffset ?? '',
      figures?.lowest ?? '',
      figures?.highest ?? '',
      figures?.notAssessed ?? '',
    ]),
  ];
}

function listOutcomeRows({ listed }: OutcomeInsights, timeZone: string): CsvRows {
  const labels = VOTES.map((vote) => VOTE_LABELS[vote]);
  return [
    ['Deal', 'Decision', 'Day', 'Score', ...labels, GROUPING_LABELS.outcome, 'Note'],
    ...listed.map(({ companyName, stage, decidedAt, score, votes, outcome, outcomeNote }) => [
      companyName,
      stage,
      getLocalDay(decidedAt, timeZone),
      score ?? '',
      ...VOTES.map((vote) => (votes ? (votes[vote] ?? 0) : '')),
      OUTCOME_LABELS[outcome],
      outcomeNote ?? '',
    ]),
  ];
}
