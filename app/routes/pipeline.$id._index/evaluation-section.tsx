import { getScoreTone } from '~/domain/score/score';
import { ButtonForm } from '~/ui/form/button-form';
import { useFromQuery } from '~/ui/layout/from-query';
import { PercentBar } from '~/ui/percent-bar';
import { DealSection } from './deal-section';
import type { DealView } from './view.server';

export function EvaluationSection({ deal, here }: { deal: DealView; here: string }) {
  const { id, evaluation } = deal;
  const from = useFromQuery();
  const link = (text: string) =>
    deal.canEdit ? { to: `/pipeline/${id}/evaluation${from}`, text } : undefined;
  if (!evaluation?.assessed)
    return (
      <DealSection
        id="score"
        title="Evaluation"
        note="Not evaluated yet"
        more={link('+ Evaluate')}
      />
    );
  const { overall, assessed, criteria, saved, categories } = evaluation;
  return (
    <DealSection id="score" title="Evaluation" more={link('Open evaluation')}>
      <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={`score tone-${getScoreTone(assessed ? overall : null)}`}>
          {overall.toFixed(1)}/10
        </span>
        <span className="muted">
          {assessed} of {criteria} assessed · {saved}
        </span>
      </p>
      {deal.canEdit && <TwoScores deal={deal} back={here} />}
      <ul className="grid grid-cols-[auto_minmax(24px,1fr)_auto] gap-x-2 gap-y-0.5">
        {categories.map(({ title, mean, isAssessed }) => (
          <li key={title} className="col-span-3 grid grid-cols-subgrid items-center tabular">
            <span>{title}</span>
            <PercentBar
              percent={mean * 10}
              className="h-2 w-full"
              color={isAssessed ? undefined : 'fill-line-strong'}
            />
            <span className={isAssessed ? 'text-right' : 'text-right text-ink-muted'}>
              {mean.toFixed(1)}
            </span>
          </li>
        ))}
      </ul>
    </DealSection>
  );
}

function TwoScores({
  deal: { id, score, scoreBy, evaluation },
  back,
}: {
  deal: DealView;
  back: string;
}) {
  if (!evaluation || score === evaluation.overall) return null;
  const evaluated = evaluation.overall.toFixed(1);
  return (
    <ButtonForm action={`/pipeline/${id}/evaluation`} failure="The score was not changed">
      <input type="hidden" name="version" value={evaluation.version} />
      <input type="hidden" name="seen" value={score ?? ''} />
      <input type="hidden" name="back" value={back} />
      <p className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <span>
          {score === null ? 'No score yet' : `Score ${score.toFixed(1)}`}
          {scoreBy && ` (set by ${scoreBy})`}
          {` · Evaluation ${evaluated}`}
        </span>
        <button name="intent" value="deal-score" className="btn print:hidden">
          Use {evaluated} as the score
        </button>
      </p>
    </ButtonForm>
  );
}
