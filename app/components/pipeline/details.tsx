import { Link } from '@remix-run/react';
import type { DetailsView } from '~/models/pipeline/details.server';
import { CLOSED, useAddress, useFromQuery } from '~/components/frame/address';
import { Dialog } from '~/components/frame/dialog';

type Fact = DetailsView['sections'][number]['facts'][number];

export function DetailsDialog({ details }: { details: DetailsView }) {
  const address = useAddress();
  const from = useFromQuery();
  return (
    <Dialog title={`${details.companyName} - Company Details`} close={address(CLOSED)}>
      <div className="grid gap-4 text-text">
        {details.sections.map(({ title, facts }) => (
          <section key={title}>
            <h3 className="mb-1 font-semibold">{title}</h3>
            <Facts facts={facts} />
          </section>
        ))}
        <p className="flex flex-wrap gap-2">
          <Link to={`/pipeline/${details.id}/evaluation${from}`} className="btn">
            Open evaluation
          </Link>
          <Link to={`/pipeline/${details.id}/edit${from}`} className="btn">
            Edit deal
          </Link>
          <Link
            to={`/pipeline/${details.id}/owner?${new URLSearchParams({ back: address(CLOSED) })}`}
            className="btn"
          >
            Hand over
          </Link>
        </p>
      </div>
    </Dialog>
  );
}

/** Short facts stand side by side with their labels, long ones below the section's title alone. */
function Facts({ facts }: { facts: Fact[] }) {
  const long = facts.filter(({ kind }) => kind === 'list' || kind === 'lines' || kind === 'score');
  const short = facts.filter((fact) => !long.includes(fact));
  return (
    <>
      {short.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4">
          {short.map(({ key, label, value }) => (
            <div key={key} className="contents">
              <dt className="muted">{label}</dt>
              <dd className="min-w-0 break-words">{value || <span className="muted">–</span>}</dd>
            </div>
          ))}
        </dl>
      )}
      {long.map((fact) => (
        <LongFact key={fact.key} fact={fact} />
      ))}
    </>
  );
}

function LongFact({ fact: { kind, value } }: { fact: Fact }) {
  if (!value?.length) {
    const none = kind === 'list' ? 'None' : kind === 'score' ? 'Not scored' : '–';
    return <p className="muted">{none}</p>;
  }
  if (!Array.isArray(value)) return <p className="break-words whitespace-pre-wrap">{value}</p>;
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
