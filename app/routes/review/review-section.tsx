import { getDealRowId } from '~/address/return-paths';
import { OUTCOMES_SECTION } from '~/domain/review/sections';
import { getScoreTone } from '~/domain/score/score';
import { type RowLinks, useRowLinks } from '~/ui/deal-list/row-links';
import { appendQuery } from '~/ui/layout/from-query';
import type { SectionView } from './view.server';

export const TITLE_CLASSES =
  'review-title mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3';

export function SectionCounts({ sections }: { sections: SectionView[] }) {
  return (
    <nav aria-label="Sections" className="review-counts">
      <ul className="card p-0">
        {sections.map(
          ({ key, title, count, listed }) =>
            listed > 0 && (
              <li key={key}>
                <a href={`#${key}`}>
                  <b>{count}</b> {title}
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' });

interface ReviewSectionsProps {
  sections: SectionView[];
  lostStage: string | undefined;
}

export function ReviewSections({ sections, lostStage }: ReviewSectionsProps) {
  const links = useRowLinks();
  const empty = sections.filter(({ listed }) => !listed);
  return (
    <>
      {sections.map(
        (section) =>
          section.listed > 0 && (
            <ReviewSection
              key={section.key}
              section={section}
              links={links}
              lostStage={lostStage}
            />
          ),
      )}
      {empty.length > 0 && (
        <p className="review-rest muted mt-5">
          No deals in {EITHER.format(empty.map(({ title }) => title))}.
        </p>
      )}
    </>
  );
}

interface ReviewSectionProps extends Pick<ReviewSectionsProps, 'lostStage'> {
  section: SectionView;
  links: RowLinks;
}

function ReviewSection({ section, links, lostStage }: ReviewSectionProps) {
  const { key, title, count, list, hasMore, listed, rows } = section;
  const above = listed - rows.length;
  const all = hasMore ? `Show all ${count}` : 'Show as a list';
  return (
    <section
      id={key}
      aria-labelledby={`${key}-title`}
      className="review-section mt-5"
      tabIndex={-1}
    >
      <div className={TITLE_CLASSES}>
        <h2 id={`${key}-title`}>
          {title} <span className="ml-2 font-normal text-ink-muted tabular">{count}</span>
        </h2>
        <a
          href={list}
          onClick={links.follow}
          className="link link-quiet print:hidden"
          aria-label={`${all}: ${title}`}
        >
          {all}
        </a>
      </div>
      <ol className="ruled card overflow-hidden p-0">
        {rows.map((row) => (
          <ReviewRow key={row.id} row={row} section={section} links={links} lostStage={lostStage} />
        ))}
      </ol>
      {(hasMore || above > 0) && (
        <p className="review-rest muted mt-1.5">
          {hasMore && `The first ${listed} of ${count}`}
          {hasMore && above > 0 && ', '}
          {above > 0 && `${above === listed && !hasMore ? 'All' : above} listed above`}
        </p>
      )}
    </section>
  );
}

const MEETING_ACTIONS = { met: 'Mark as met', later: 'Reschedule' };

interface ReviewRowProps extends ReviewSectionProps {
  row: SectionView['rows'][number];
}

function ReviewRow({ row, section, links: { from, follow }, lostStage }: ReviewRowProps) {
  const { id, company, facts, score, reason, others, isFollowUp } = row;
  const preset = lostStage ? new URLSearchParams({ stage: lostStage }).toString() : '';
  const close = {
    page: `/${appendQuery(`stage${from}`, preset && `?${preset}`)}`,
    name: 'Close…',
  };
  const actions = [
    ...(isFollowUp
      ? Object.entries(MEETING_ACTIONS).map(([page, name]) => ({ page: `/${page}${from}`, name }))
      : []),
    section.key === OUTCOMES_SECTION.key ? { page: from, name: 'Set outcome' } : close,
  ];
  return (
    <li id={getDealRowId(id)} className={section.key === 'urgent' ? 'urgent' : undefined}>
      <p className="review-deal min-w-0 wrap-anywhere">
        <a href={`/pipeline/${id}${from}`} onClick={follow}>
          {company}
        </a>
        <span className="review-facts muted">{facts}</span>
      </p>
      <span className={`score tone-${getScoreTone(score)}`}>
        {score === null ? '–' : score.toFixed(1)}
        <span className="sr-only">{score === null ? ' no score' : ' score'}</span>
      </span>
      <p className="min-w-0 wrap-anywhere">
        {reason}
        {others && <span className="sr-only">, {others}</span>}
      </p>
      <p className="flex justify-end gap-1 print:hidden">
        {actions.map(({ page, name }) => (
          <a
            key={name}
            href={`/pipeline/${id}${page}`}
            onClick={follow}
            className="btn btn-quiet px-2"
            aria-label={`${name}: ${company}`}
          >
            {name}
          </a>
        ))}
      </p>
    </li>
  );
}
