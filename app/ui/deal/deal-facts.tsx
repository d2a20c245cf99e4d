import { Link } from '@remix-run/react';
import { getScoreTone } from '~/domain/score/score';
import { FollowUp } from '~/ui/meeting/follow-up';
import { keepAmountsTogether } from '~/ui/text/amount';
import { LinkedText } from '~/ui/text/linked-text';
import type { DealFactsView } from './deal-facts-view.server';

type Section = DealFactsView['sections'][number];
type Fact = Section['facts'][number];

export function DealRecord({
  deal,
  back,
  stageHistory,
  isLine,
}: {
  deal: Omit<DealFactsView, 'sections'>;
  back: string;
  stageHistory?: string;
  isLine?: boolean;
}) {
  const { id, owner, collaborators, canManageDeal, canEdit, stage, updated, updatedBy } = deal;
  const query = new URLSearchParams({ back });
  return (
    <dl className={isLine ? 'fact-line' : 'facts'}>
      <div className={isLine ? undefined : 'contents'}>
        <dt className="muted">Owner</dt>
        <dd>
          {owner}
          {canManageDeal && (
            <Link
              to={`/pipeline/${id}/owner?${query}`}
              className="link link-quiet ml-3 inline-block whitespace-nowrap"
            >
              Transfer
            </Link>
          )}
        </dd>
      </div>
      <div className={isLine ? undefined : 'contents'}>
        <dt className="muted">Collaborators</dt>
        <dd>
          {collaborators || <span className="muted">None</span>}
          <Link
            to={`/pipeline/${id}/members`}
            className="link link-quiet ml-3 inline-block whitespace-nowrap"
          >
            {canManageDeal ? 'Add people' : 'Who'}
          </Link>
        </dd>
      </div>
      <div className={isLine ? undefined : 'contents'}>
        <dt className="muted">Stage</dt>
        <dd>
          {stageHistory ?? stage}
          {canEdit && (
            <Link
              to={`/pipeline/${id}/stage?${query}`}
              className="link link-quiet ml-3 inline-block whitespace-nowrap"
            >
              Move
            </Link>
          )}
        </dd>
      </div>
      <div className={isLine ? undefined : 'contents'}>
        <dt className="muted">Last updated</dt>
        <dd>
          {updated}
          {updatedBy && ` by ${updatedBy}`}
        </dd>
      </div>
    </dl>
  );
}

export function DealFacts({
  sections,
  score,
  due,
  heading: Heading = 'h3',
}: Pick<DealFactsView, 'sections' | 'score' | 'due'> & { heading?: 'h2' | 'h3' }) {
  return sections.map(({ title, facts }) => (
    <section key={title}>
      <Heading className="mb-1 font-semibold">{title}</Heading>
      <Facts facts={facts} score={score} due={due} />
    </section>
  ));
}

type FactsProps = { facts: Fact[] } & Pick<DealFactsView, 'score' | 'due'>;

function Facts({ facts, score, due }: FactsProps) {
  const long = facts.filter(({ kind }) => kind === 'list' || kind === 'lines' || kind === 'score');
  const short = facts.filter((fact) => !long.includes(fact));
  return (
    <>
      {short.length > 0 && (
        <dl className="facts">
          {short.map(({ key, label, value, note }) => (
            <div key={key} className="contents">
              <dt className="muted">{label}</dt>
              <dd className="whitespace-pre-wrap">
                {value ? (
                  <LinkedText text={formatFactText(key, String(value))} />
                ) : (
                  <span className="muted">–</span>
                )}{' '}
                {note && <span className="muted">({note})</span>}
                {key === 'nextMeetingDate' && <FollowUp due={due} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {long.map((fact) => (
        <LongFact key={fact.key} fact={fact} score={score} />
      ))}
    </>
  );
}

const formatFactText = (key: string, value: string) =>
  key === 'targetFundingSize' ? keepAmountsTogether(value) : value;

function LongFact({ fact: { kind, value }, score }: { fact: Fact; score: number | null }) {
  if (!value?.length) {
    const none = kind === 'list' ? 'None' : kind === 'score' ? 'Not scored' : '–';
    return <p className="muted">{none}</p>;
  }
  if (kind === 'score')
    return (
      <p>
        <span className={`score tone-${getScoreTone(score)}`}>{value}</span>
      </p>
    );
  if (!Array.isArray(value))
    return (
      <p className="whitespace-pre-wrap">
        <LinkedText text={value} />
      </p>
    );
  return (
    <p className="flex flex-wrap gap-1">
      {value.map((entry, i) => (
        <span key={i} className="pill">
          {entry}
        </span>
      ))}
    </p>
  );
}
