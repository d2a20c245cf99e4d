import { DEAL_LABELS } from '~/domain/deal-field/fields';
import { CRITERIA } from '~/domain/evaluation/criteria';
import {
  computeHeaderScore,
  countAssessedCriteria,
  type CriterionScores,
} from '~/domain/evaluation/score';
import { getScoreTone, roundScore } from '~/domain/score/score';
import { LinkedText } from '~/ui/text/linked-text';
import { formatScore } from './category';
import type { EvaluationView } from './view.server';

type Deal = EvaluationView['deal'];

/** Lets the keyboard reach the scrolled text. */
const SCROLL_REGION_PROPS = { role: 'region', 'aria-label': 'About the company', tabIndex: 0 };

export function CompanyTexts({ deal, scores }: { deal: Deal; scores: CriterionScores }) {
  const texts = [
    [DEAL_LABELS.businessIntroduction, deal.businessIntroduction],
    [DEAL_LABELS.keyBusinessNumbers, deal.keyBusinessNumbers],
    [DEAL_LABELS.comments, deal.comments],
  ] as const;
  const filled = texts.filter(([, text]) => text);
  if (!filled.length)
    return (
      <div className="pipeline-texts no-texts">
        <ScoreSoFar scores={scores} />
      </div>
    );
  return (
    <details className="pipeline-texts">
      <summary>
        <ScoreSoFar scores={scores} />
        <span>About the company</span>
      </summary>
      <div className="texts" {...SCROLL_REGION_PROPS}>
        {filled.map(([label, text]) => (
          <section key={label} className="mb-3">
            <h3 className="text-meta text-ink-muted">{label}</h3>
            <p className="break-words whitespace-pre-wrap">
              <LinkedText text={text ?? ''} />
            </p>
          </section>
        ))}
      </div>
    </details>
  );
}

function ScoreSoFar({ scores }: { scores: CriterionScores }) {
  const assessed = countAssessedCriteria(scores);
  const overall = computeHeaderScore(scores);
  return (
    <span className="score-so-far float-right flex gap-2 font-normal lg:hidden" aria-hidden>
      <span className={`score tone-${getScoreTone(assessed ? roundScore(overall) : null)}`}>
        {formatScore(overall)}
      </span>
      <span className="tabular">
        {assessed} of {CRITERIA.length}
      </span>
    </span>
  );
}
