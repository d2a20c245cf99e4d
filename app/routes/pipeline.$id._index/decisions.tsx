import { Link } from '@remix-run/react';
import { ButtonForm } from '~/ui/form/button-form';
import { appendQuery, useFromQuery } from '~/ui/layout/from-query';
import { LinkedText } from '~/ui/text/linked-text';
import type { ConditionView, DecisionView } from './stage-history.server';

interface DecisionsProps {
  id: number;
  decisions: DecisionView[];
  canEdit: boolean;
}

export function Decisions({ id, decisions, canEdit }: DecisionsProps) {
  const from = useFromQuery();
  if (!decisions.length) return null;
  return (
    <ul aria-label="Decisions" className="grid gap-1">
      {decisions.map(({ id: decision, title, text, score, version, by, at, ...more }) => (
        <li key={decision}>
          <b>{title}</b>
          {text && (
            <>
              {' – '}
              <LinkedText text={text} />
            </>
          )}{' '}
          <span className="muted">
            {at}, {by}, {score}
            {version && (
              <>
                {', '}
                <Link
                  to={appendQuery(`/pipeline/${id}/history?version=${version}`, from)}
                  className="link"
                >
                  evaluation at that time
                </Link>
              </>
            )}
            {more.roundId && (
              <>
                {', '}
                <Link to={`/pipeline/${id}/round/${more.roundId}`} className="link">
                  round
                </Link>
              </>
            )}
            {more.memoId && (
              <>
                {', '}
                <a href={`/pipeline/${id}/memo/${more.memoId}`} className="link">
                  memo
                </a>
              </>
            )}
          </span>{' '}
          {canEdit ? (
            <Link to={`/pipeline/${id}/decisions/${decision}`} className="link whitespace-nowrap">
              {more.outcome ? `Outcome: ${more.outcome}` : 'Set outcome'}
            </Link>
          ) : (
            more.outcome && `Outcome: ${more.outcome}`
          )}
        </li>
      ))}
    </ul>
  );
}

interface ConditionsProps {
  id: number;
  conditions: ConditionView[];
  moreConditions: number;
  back: string;
  canEdit: boolean;
}

export function OpenConditions(props: ConditionsProps) {
  const { id, conditions, moreConditions, back, canEdit } = props;
  if (!conditions.length) return null;
  return (
    <section aria-labelledby="conditions-title" className="mt-2 max-w-[68ch]">
      <h2 id="conditions-title">Open conditions</h2>
      <ul className="ruled wrap-anywhere">
        {conditions.map(({ id: task, text, who, due, isOverdue }) => (
          <li key={task} className="flex items-center justify-between gap-3 py-1.5">
            <p className="min-w-0">
              <bdi id={`condition-${task}`}>{text}</bdi>
              {(due || who) && (
                <span className="block text-ink-muted">
                  {due && <span className={isOverdue ? 'text-danger' : undefined}>{due}</span>}
                  {due && who && ' · '}
                  {who}
                </span>
              )}
            </p>
            {canEdit && (
              <ButtonForm action={`/pipeline/${id}/tasks/${task}`} failure="Not saved">
                <input type="hidden" name="back" value={back} />
                <span className="flex flex-none gap-2">
                  <button
                    name="intent"
                    value="done"
                    className="btn"
                    aria-describedby={`condition-${task}`}
                  >
                    Met
                  </button>
                  <button
                    name="intent"
                    value="waive"
                    className="btn"
                    aria-describedby={`condition-${task}`}
                  >
                    Waive
                  </button>
                </span>
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
      {moreConditions > 0 && (
        <Link to={`/pipeline/${id}/tasks`} className="link">
          {moreConditions} more among the tasks
        </Link>
      )}
    </section>
  );
}
