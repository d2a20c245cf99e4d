import { Form, Link, useNavigation } from '@remix-run/react';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import {
  computeCategoryScore,
  computeHeaderScore,
  countAssessedCriteria,
  type CriterionScores,
} from '~/domain/evaluation/score';
import { getScoreTone, MAX_SCORE_REASON_LENGTH, roundScore } from '~/domain/score/score';
import { Icon } from '~/ui/icon';
import { useFromQuery } from '~/ui/layout/from-query';
import { jumpToTarget } from '~/ui/layout/jump';
import { PercentBar } from '~/ui/percent-bar';
import { formatScore, getCategoryId, getCategoryTone } from './category';
import { EvaluationRadar } from './radar';
import type { EvaluationView } from './view.server';

type EvaluationSummaryProps = Pick<EvaluationView, 'deal' | 'stored'> & { scores: CriterionScores };

export function EvaluationSummary({ deal, stored, scores }: EvaluationSummaryProps) {
  const assessed = countAssessedCriteria(scores);
  const overall = roundScore(computeHeaderScore(scores));
  return (
    <div className="evaluation-summary">
      <header className="evaluation-head">
        <h1>Deal Evaluation</h1>
        <p className={`score text-title tone-${getScoreTone(assessed ? overall : null)}`}>
          <span className="sr-only">Overall score </span>
          {overall.toFixed(1)}
          <span className="text-base font-normal">/10</span>
        </p>
      </header>
      {stored.version === 0 && (
        <p className="notice py-2 text-meta" role="note">
          <span>
            <strong className="font-semibold">
              {assessed ? 'Not saved yet.' : 'Not evaluated yet.'}
            </strong>{' '}
            Every criterion counts as 5 until it is scored.
          </span>
        </p>
      )}
      <section className="card" aria-label="Deal">
        <DealHead deal={deal} />
        <details className="evaluation-rest">
          <summary className="py-1.5 font-medium">Deal and scores</summary>
          <div className="grid gap-2">
            <DealFacts deal={deal} />
            {stored.version > 0 && <DealScore score={deal.score} stored={stored} />}
          </div>
          <div className="evaluation-result">
            <EvaluationRadar scores={scores} />
            <div className="grid content-start gap-3">
              <CategoryBars scores={scores} />
              <Progress assessed={assessed} savedAt={stored.savedAt} />
            </div>
          </div>
        </details>
      </section>
    </div>
  );
}

function DealHead({ deal }: Pick<EvaluationView, 'deal'>) {
  const from = useFromQuery();
  return (
    <div className="flex items-start justify-between gap-2">
      <div className="grid min-w-0 justify-items-start gap-1">
        <h2 className="max-w-full wrap-anywhere">{deal.companyName}</h2>
        {deal.urgent ? (
          <span className="pill pill-urgent gap-1">
            <Icon name="urgent" className="size-3" />
            High Priority
          </span>
        ) : (
          <span className="pill">Standard Priority</span>
        )}
      </div>
      <Link to={`/pipeline/${deal.id}/edit${from}`} className="btn shrink-0">
        <Icon name="edit" />
        Edit Details
      </Link>
    </div>
  );
}

function DealFacts({ deal }: Pick<EvaluationView, 'deal'>) {
  const from = useFromQuery();
  return (
    <>
      <p>
        <Link to={`/pipeline/${deal.id}/history${from}`} prefetch="intent" className="link">
          History
        </Link>
      </p>
      <dl className="facts">
        <dt>Owner</dt>
        <dd className="flex flex-wrap gap-x-3">
          {deal.owner}
          {deal.canTransfer && (
            <Link to={`/pipeline/${deal.id}/owner${from}`} className="link whitespace-nowrap">
              Transfer
            </Link>
          )}
        </dd>
        <dt>Funding round</dt>
        <dd>{deal.round || '–'}</dd>
        <dt>Target size</dt>
        <dd>{deal.targetFundingSize || '–'}</dd>
        <dt>Industries</dt>
        <dd className="flex flex-wrap gap-1">
          {deal.industries.length
            ? deal.industries.map((industry, i) => (
                <span key={i} className="pill">
                  {industry}
                </span>
              ))
            : '–'}
        </dd>
      </dl>
    </>
  );
}

function CategoryBars({ scores }: { scores: CriterionScores }) {
  return (
    <nav aria-label="Categories">
      <ul className="category-bars">
        {CATEGORIES.map((category) => {
          const mean = computeCategoryScore(scores, category);
          return (
            <li key={category.title}>
              <a href={`#${getCategoryId(category)}`} onClick={jumpToTarget}>
                <span>{category.title}</span>
                <PercentBar
                  percent={mean * 10}
                  className="h-2 w-full"
                  color={
                    getCategoryTone(scores, category) === 'grey' ? 'fill-line-strong' : undefined
                  }
                />
                <span className="text-right tabular">{formatScore(mean)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Progress({ assessed, savedAt }: { assessed: number; savedAt: string | undefined }) {
  return (
    <div className="grid gap-1 text-meta text-ink-muted">
      <progress
        value={assessed}
        max={CRITERIA.length}
        className="progress"
        aria-label="Criteria assessed"
      />
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="tabular">
          {assessed} of {CRITERIA.length} assessed
        </span>
        {savedAt && <span>Saved {savedAt}</span>}
      </p>
    </div>
  );
}

function DealScore({ score, stored }: { score: number | null } & Pick<EvaluationView, 'stored'>) {
  const saved = roundScore(computeHeaderScore(stored.fields));
  const navigation = useNavigation();
  if (score === saved)
    return <p className="muted">The deal score is {saved.toFixed(1)}, as evaluated.</p>;
  return (
    <Form
      method="post"
      preventScrollReset
      className="hairline-t mt-1 flex flex-wrap items-center justify-between gap-2 pt-3"
    >
      <p className="text-meta">
        <span className="block">Evaluated {saved.toFixed(1)}</span>
        <span className="block text-ink-muted">
          {score === null ? 'No deal score yet' : `Deal score ${score.toFixed(1)}`}
        </span>
      </p>
      <input type="hidden" name="version" value={stored.version} />
      <input type="hidden" name="seen" value={score ?? ''} />
      <input
        name="scoreReason"
        className="input basis-full"
        placeholder="Reason (optional)"
        aria-label="Reason for the score (optional)"
        maxLength={MAX_SCORE_REASON_LENGTH}
      />
      <button
        name="intent"
        value="deal-score"
        className="btn"
        disabled={navigation.formMethod === 'POST'}
      >
        Use as deal score
      </button>
    </Form>
  );
}
