import { CRITERIA } from '~/models/evaluation/criteria';
import { assessedCount, headerScore, type Scores } from '~/models/evaluation/score';
import type { EvaluationView } from '~/screens/deal/evaluation.server';
import { PIPELINE_LABELS } from '~/models/pipeline/fields';
import { roundScore, scoreTone } from '~/models/score';
import { LinkedText } from '~/components/frame/linked-text';
import { formatScore } from './category-tone';

type Deal = EvaluationView['deal'];

/** The keyboard must reach what it scrolls. */
const SCROLLED = { role: 'region', 'aria-label': 'About the company', tabIndex: 0 };

/** Stays in sight while scoring: the score where the summary scrolls away, and the texts. */
export function CompanyTexts({ deal, scores }: { deal: Deal; scores: Scores }) {
  const texts = [
    [PIPELINE_LABELS.businessIntroduction, deal.businessIntroduction],
    [PIPELINE_LABELS.keyBusinessNumbers, deal.keyBusinessNumbers],
    [PIPELINE_LABELS.comments, deal.comments],
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
      <div className="texts" {...SCROLLED}>
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

function ScoreSoFar({ scores }: { scores: Scores }) {
  const assessed = assessedCount(scores);
  const overall = headerScore(scores);
  return (
    <span className="score-so-far" aria-hidden>
      <span className={`score tone-${scoreTone(assessed ? roundScore(overall) : null)}`}>
        {formatScore(overall)}
      </span>
      <span className="tabular-nums">
        {assessed} of {CRITERIA.length}
      </span>
    </span>
  );
}
