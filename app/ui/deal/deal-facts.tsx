import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
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
      <RecordFact label="Owner" isLine={isLine}>
        {owner}
        {canManageDeal && <RecordLink to={`/pipeline/${id}/owner?${query}`}>Transfer</RecordLink>}
      </RecordFact>
      <RecordFact label="Collaborators" isLine={isLine}>
        {collaborators || <span className="muted">–</span>}
        <RecordLink to={`/pipeline/${id}/members`}>
          {canManageDeal ? 'Add people' : 'Who'}
        </RecordLink>
      </RecordFact>
      <RecordFact label="Stage" isLine={isLine}>
        {stageHistory ?? stage}
        {canEdit && <RecordLink to={`/pipeline/${id}/stage?${query}`}>Move</RecordLink>}
      </RecordFact>
      <RecordFact label="Last updated" isLine={isLine}>
        {updated}
        {updatedBy && ` by ${updatedBy}`}
      </RecordFact>
    </dl>
  );
}

interface RecordFactProps {
  label: string;
  isLine: boolean | undefined;
  children: ReactNode;
}

function RecordFact({ label, isLine, children }: RecordFactProps) {
  return (
    <div className={isLine ? undefined : 'contents'}>
      <dt className="muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function RecordLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link link-quiet ml-3 inline-block whitespace-nowrap">
      {children}
    </Link>
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
  if (!value?.length) return <p className="muted">{kind === 'score' ? 'Not scored' : '–'}</p>;
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
