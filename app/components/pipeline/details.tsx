import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { DetailsView } from '~/models/pipeline/view.server';
import { CLOSED, useAddress } from '~/components/frame/address';
import { Dialog } from '~/components/frame/dialog';

/** '{company} - Company Details'. */
export function DetailsDialog({ details }: { details: DetailsView }) {
  const address = useAddress();
  return (
    <Dialog title={`${details.companyName} - Company Details`} close={address(CLOSED)}>
      <div className="grid gap-4 text-text">
        <Section title="Company Leadership">
          <Facts
            facts={[
              ['CEO', details.ceoName],
              ['CFO/COO', details.cooName],
              ['Other Visitors', details.cfoName],
            ]}
          />
        </Section>
        <Section title="Industries">
          {details.industries.length ? (
            <p className="flex flex-wrap gap-1">
              {details.industries.map((industry, i) => (
                <span key={i} className="pill">
                  {industry}
                </span>
              ))}
            </p>
          ) : (
            <p className="muted">None</p>
          )}
        </Section>
        <Section title="Product/Service">
          <LongText text={details.businessIntroduction} />
        </Section>
        <Section title="Key Business Metrics">
          <LongText text={details.keyBusinessNumbers} />
        </Section>
        <Section title="Funding Information">
          <Facts
            facts={[
              ['Round', details.round],
              ['Target size', details.targetFundingSize],
              ['Target closing date', details.closing],
              [
                'Next meeting',
                details.meeting &&
                  [details.meeting, details.meetingDay && `(${details.meetingDay})`]
                    .filter(Boolean)
                    .join(' '),
              ],
            ]}
          />
        </Section>
        <Section title="Comments">
          <LongText text={details.comments} />
        </Section>
        <Section title="Evaluation Score">
          <p>
            {details.score === null ? (
              <span className="muted">Not scored</span>
            ) : (
              `${details.score}/10`
            )}
          </p>
        </Section>
        <p className="flex flex-wrap gap-2">
          <Link to={`/pipeline/${details.id}/evaluation`} className="btn">
            Open evaluation
          </Link>
          <Link to={`/pipeline/${details.id}/edit`} className="btn">
            Edit deal
          </Link>
        </p>
      </div>
    </Dialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: [string, string | null | undefined][] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="muted">{label}</dt>
          <dd className="min-w-0 break-words">{value || <span className="muted">–</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

function LongText({ text }: { text: string | null }) {
  return text ? (
    <p className="break-words whitespace-pre-wrap">{text}</p>
  ) : (
    <p className="muted">–</p>
  );
}
