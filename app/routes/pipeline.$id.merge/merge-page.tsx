import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { OpenedBy } from '~/ui/form/opened-by';
import { useRetry } from '~/ui/form/retry';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { appendQuery, useFromQuery } from '~/ui/layout/from-query';
import { isLongText, LongText } from '~/ui/text/long-text';
import { getChoiceField } from './choice-field';
import type { MergePair, MergeView } from './view.server';

type MergedDeal = MergeView['deal'];

interface ChooseOtherDealProps extends MergeView {
  problem?: string;
}

export function ChooseOtherDeal({
  deal,
  name,
  candidates = [],
  isOtherMissing,
  problem = isOtherMissing ? 'The other deal no longer exists, or you can no longer see it.' : '',
}: ChooseOtherDealProps) {
  const from = useFromQuery();
  return (
    <MergeLayout deal={deal} title={`Merge another deal into ${deal.company}`}>
      {problem && (
        <p role="alert" className="notice notice-failed">
          {problem}
        </p>
      )}
      {candidates.length > 0 ? (
        <ul aria-label="Deals" className="ruled">
          {candidates.map((candidate) => (
            <li key={candidate.id} className="py-2">
              <Link
                to={appendQuery(`/pipeline/${deal.id}/merge?other=${candidate.id}`, from)}
                className="link"
              >
                {candidate.company}
              </Link>{' '}
              <DealSummary deal={candidate} />
            </li>
          ))}
        </ul>
      ) : (
        <p>
          {name
            ? `No other deal that you can merge contains “${name}”.`
            : 'No other deal that you can merge has this name.'}
        </p>
      )}
      <Form
        method="get"
        className="grid grid-cols-[minmax(0,320px)_auto] justify-start gap-x-2 gap-y-1"
      >
        <label className="label col-span-full" htmlFor="name">
          Find another deal
        </label>
        <input
          id="name"
          name="name"
          type="search"
          defaultValue={name}
          maxLength={200}
          className="input"
        />
        <button className="btn">Find</button>
      </Form>
    </MergeLayout>
  );
}

function DealSummary({ deal: { owner, details } }: { deal: MergedDeal }) {
  return <span className="muted">{`of ${owner}, ${details}`}</span>;
}

interface MergeDealsProps {
  deal: MergedDeal;
  pair: MergePair;
  chosen: Record<string, string>;
  problem?: string;
}

export function MergeDeals({ deal, pair, chosen, problem }: MergeDealsProps) {
  const from = useFromQuery();
  const { onSubmit, notice } = useRetry('Failed to merge the deals');
  const { other, versions, fields } = pair;
  return (
    <MergeLayout deal={deal} title={`Merge two deals into ${deal.company}`}>
      {problem && (
        <p role="alert" className="notice notice-failed">
          {problem}
        </p>
      )}
      {notice}
      <MergeConsequences deal={deal} pair={pair} />
      <Form key={other.id} method="post" onSubmit={onSubmit} className="grid gap-3">
        <OpenedBy />
        {Object.entries({ ...versions, other: other.id, otherName: other.company }).map(
          ([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        {fields.length === 0 && <p>All fields of both deals are the same.</p>}
        {fields.map((field) => (
          <FieldChoice key={field.key} field={field} chosen={chosen[field.key]} />
        ))}
        <div className="flex justify-between gap-2">
          <Link to={appendQuery(`/pipeline/${deal.id}`, from)} className="btn">
            Cancel
          </Link>
          <button className="btn btn-primary">Merge</button>
        </div>
      </Form>
    </MergeLayout>
  );
}

function MergeConsequences({
  deal,
  pair: { other, movedRows, evaluation, addsCollaborator },
}: Pick<MergeDealsProps, 'deal' | 'pair'>) {
  const from = useFromQuery();
  return (
    <ul className="grid max-w-[68ch] gap-1">
      <li>
        This deal stays, with its owner and stage: <bdi>{deal.company}</bdi>{' '}
        <DealSummary deal={deal} />.
      </li>
      <li>
        The other deal becomes part of it: <bdi>{other.company}</bdi> <DealSummary deal={other} />.{' '}
        <Link
          to={appendQuery(`/pipeline/${other.id}/merge?other=${deal.id}`, from)}
          className="link"
        >
          Keep the other deal instead
        </Link>
      </li>
      <li>
        {movedRows
          ? `${movedRows} and its history move to this deal.`
          : 'Its history moves to this deal.'}{' '}
        {evaluation}
      </li>
      {addsCollaborator && <li>{other.owner} becomes a collaborator on this deal.</li>}
      <li>You can split them again for 30 days.</li>
    </ul>
  );
}

function FieldChoice({ field, chosen }: { field: MergePair['fields'][number]; chosen?: string }) {
  return (
    <fieldset className="card min-w-0 p-3">
      <legend className="label float-left mb-1 w-full">{field.label}</legend>
      <div className="clear-both grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-2">
        {field.sides.map(({ side, text, set }) => (
          <div key={side}>
            <label className="flex min-h-target items-baseline gap-2">
              <input
                type="radio"
                name={getChoiceField(field.key)}
                value={side}
                defaultChecked={side === (chosen ?? field.preset)}
              />
              <span className="min-w-0">
                <span className="muted">{side === 'this' ? 'This deal' : 'The other deal'}: </span>
                {!isLongText(text) && (
                  <bdi>
                    <LongText text={text} />
                  </bdi>
                )}
                {set && <span className="block text-meta text-ink-muted">{set}</span>}
              </span>
            </label>
            {isLongText(text) && (
              <div className="ml-6">
                <LongText text={text} />
              </div>
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function MergeLayout({
  deal,
  title,
  children,
}: {
  deal: MergedDeal;
  title: string;
  children: ReactNode;
}) {
  return (
    <AppLayout>
      <div className="grid max-w-240 grid-cols-1 gap-4 wrap-anywhere">
        <div>
          <BackLink to={appendQuery(`/pipeline/${deal.id}`, useFromQuery())}>
            {deal.company}
          </BackLink>
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </AppLayout>
  );
}
