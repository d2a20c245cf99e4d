import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { rowId } from '~/models/list-address';
import type { DetailsView } from '~/models/pipeline/details.server';
import { scoreTone } from '~/models/pipeline/score';
import { CLOSED, useAddress, useFromQuery } from '~/components/frame/address';
import { Dialog } from '~/components/frame/dialog';
import { Icon } from '~/components/frame/icon';
import { LinkedText } from '~/components/frame/linked-text';
import { FollowUp, MeetingActs } from './follow-up';

type Fact = DetailsView['sections'][number]['facts'][number];

export function DetailsDialog({ details }: { details: DetailsView }) {
  const address = useAddress();
  const from = useFromQuery();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    content.current?.closest('dialog')?.scrollTo({ top: 0 });
  }, [details.id]);
  return (
    <Dialog
      title={`${details.companyName} - Company Details`}
      close={address(CLOSED)}
      row={rowId(details.id)}
    >
      <div ref={content} className="details text-text">
        {details.place && <Neighbours company={details.companyName} place={details.place} />}
        <Record details={details} />
        {details.sections.map(({ title, facts }) => (
          <section key={title}>
            <h3 className="mb-1 font-semibold">{title}</h3>
            <Facts facts={facts} score={details.score} due={details.due} />
          </section>
        ))}
        <p className="flex flex-wrap gap-2">
          <MeetingActs id={details.id} query={from} />
          <Link to={`/pipeline/${details.id}/evaluation${from}`} className="btn">
            Open evaluation
          </Link>
          <Link to={`/pipeline/${details.id}/edit${from}`} className="btn">
            Edit deal
          </Link>
          <Link to={`/pipeline/${details.id}/history${from}`} className="btn">
            History
          </Link>
        </p>
      </div>
    </Dialog>
  );
}

type Place = NonNullable<DetailsView['place']>;

/** The keys k and j follow these links (see frame/shortcuts). */
function Neighbours({ company, place }: { company: string; place: Place }) {
  const { position, total, previous, next } = place;
  const address = useAddress();
  const to = ({ id, page }: NonNullable<Place['next']>) =>
    address({ ...CLOSED, details: id, page: page > 1 ? page : undefined });
  const common = { preventScrollReset: true, replace: true, className: 'btn' };
  return (
    <nav aria-label="Deals in this list" className="flex flex-wrap items-center gap-2">
      {previous && (
        <Link to={to(previous)} rel="prev" aria-label="Previous deal" title="k" {...common}>
          <Icon name="back" />
          Previous
        </Link>
      )}
      {next && (
        <Link to={to(next)} rel="next" aria-label="Next deal" title="j" {...common}>
          Next
          <Icon name="back" className="icon rotate-180" />
        </Link>
      )}
      <span className="muted ml-auto tabular-nums" role="status">
        <span className="sr-only">{`${company}, `}</span>
        {position.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
    </nav>
  );
}

function Record({ details }: { details: DetailsView }) {
  const { id, owner, mayHandOver, updated, updatedBy } = details;
  const address = useAddress();
  return (
    <dl className="facts">
      <dt className="muted">Owner</dt>
      <dd>
        {owner}
        {mayHandOver && (
          <Link
            to={`/pipeline/${id}/owner?${new URLSearchParams({ back: address(CLOSED) })}`}
            className="link ml-3 whitespace-nowrap"
          >
            Hand over
          </Link>
        )}
      </dd>
      <dt className="muted">Last updated</dt>
      <dd>
        {updated}
        {updatedBy && ` by ${updatedBy}`}
      </dd>
    </dl>
  );
}

/** Short facts stand side by side with their labels, long ones below the section's title alone. */
function Facts({ facts, score, due }: { facts: Fact[] } & Pick<DetailsView, 'score' | 'due'>) {
  const long = facts.filter(({ kind }) => kind === 'list' || kind === 'lines' || kind === 'score');
  const short = facts.filter((fact) => !long.includes(fact));
  return (
    <>
      {short.length > 0 && (
        <dl className="facts">
          {short.map(({ key, label, value }) => (
            <div key={key} className="contents">
              <dt className="muted">{label}</dt>
              <dd>
                {value ? <LinkedText text={String(value)} /> : <span className="muted">–</span>}{' '}
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

function LongFact({ fact: { kind, value }, score }: { fact: Fact; score: number | null }) {
  if (!value?.length) {
    const none = kind === 'list' ? 'None' : kind === 'score' ? 'Not scored' : '–';
    return <p className="muted">{none}</p>;
  }
  if (kind === 'score')
    return (
      <p>
        <span className={`score tone-${scoreTone(score)}`}>{value}</span>
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
