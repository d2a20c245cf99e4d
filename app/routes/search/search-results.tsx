import { Link } from '@remix-run/react';
import { getDealRowId } from '~/address/return-paths';
import type { Excerpt } from '~/domain/note/excerpt';
import { getScoreTone } from '~/domain/score/score';
import { Icon } from '~/ui/icon';
import { appendQuery, useFromQuery } from '~/ui/layout/from-query';
import { SearchForm } from '~/ui/search/search-form';
import type { SearchView } from '~/ui/search/search-view.server';

export function SearchResults({ text, ...results }: SearchView) {
  const isEmpty = !results.deals.length && !results.notes.length && !results.items.length;
  return (
    <div className="grid max-w-240 grid-cols-1 gap-4">
      <h1>Search</h1>
      <SearchForm className="lg:hidden [&_.input]:min-h-11" text={text} autoFocus={!text} />
      {!text && (
        <p className="muted">
          Searches all texts of deals, their contacts, evaluations and notes, and the names of their
          files.
        </p>
      )}
      {text && isEmpty && (
        <p>
          No deals or notes with <strong className="font-semibold">{text}</strong>.
        </p>
      )}
      {!isEmpty && (
        <>
          <FoundDeals text={text} {...results} />
          <FoundNotes text={text} {...results} />
          <FoundItems text={text} {...results} />
        </>
      )}
    </div>
  );
}

function FoundItems({ text, items }: SearchView) {
  if (!items.length) return null;
  return (
    <section aria-labelledby="found-items">
      <h2 id="found-items" className="mb-1">
        Inbox
      </h2>
      <ol className="ruled card mb-2 p-0 empty:hidden">
        {items.map((item) => (
          <li key={item.id} className={HIT_CLASSES}>
            <div className="min-w-0">
              <Link to={`/inbox/${item.id}`} className="link font-semibold">
                {item.title}
              </Link>
              <p className="text-ink-muted">
                {[item.sender, item.source, item.receivedAt].filter(Boolean).join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <Link to={`/inbox?${new URLSearchParams({ search: text })}`} className="link">
        All in the inbox
      </Link>
    </section>
  );
}

const HIT_CLASSES = 'flex scroll-mt-2 items-baseline gap-3 px-4 py-2 wrap-anywhere';

function FoundDeals({ text, deals, hasMoreDeals }: SearchView) {
  const from = useFromQuery();
  return (
    <section aria-labelledby="found-deals">
      <h2 id="found-deals" className="mb-1">
        Deals
      </h2>
      {!deals.length && <p className="muted">No matching deals.</p>}
      <ol className="ruled card mb-2 p-0 empty:hidden">
        {deals.map(({ id, company, leader, within, owner, facts, score, urgent }) => (
          <li key={id} id={getDealRowId(id)} className={HIT_CLASSES}>
            <span className={`score min-w-12 tone-${getScoreTone(score)}`}>
              {score?.toFixed(1) ?? '–'}
              <span className="sr-only">{score === null ? ' no score' : ' score'}</span>
            </span>
            <p className="min-w-0">
              <Link to={`/pipeline/${id}${from}`} className="link font-semibold">
                {company}
              </Link>{' '}
              {urgent && (
                <Icon name="urgent" label="Priority" className="inline align-[-3px] text-danger" />
              )}
              <span className="block text-ink-muted">
                {[leader, facts, owner].filter(Boolean).join(' · ')}
              </span>
              {within && <FoundText {...within.excerpt} label={within.label} />}
            </p>
          </li>
        ))}
      </ol>
      {hasMoreDeals && (
        <Link to={`/dashboard?${new URLSearchParams({ search: text })}`} className="link">
          More in the list
        </Link>
      )}
    </section>
  );
}

function FoundText({ label, before, hit, after }: Excerpt & { label?: string }) {
  return (
    <span className="block">
      {label && <span className="muted">{label}: </span>}
      {before}
      <mark className="bg-accent-wash font-semibold text-ink">{hit}</mark>
      {after}
    </span>
  );
}

function FoundNotes({ text, notes, hasMoreNotes }: SearchView) {
  const from = useFromQuery();
  if (!notes.length) return null;
  return (
    <section aria-labelledby="found-notes">
      <h2 id="found-notes" className="mb-1">
        Notes
      </h2>
      <ol className="ruled card mb-2 p-0 empty:hidden">
        {notes.map(({ id, address, companyName, excerpt, author, at }) => (
          <li key={id} className={HIT_CLASSES}>
            <p className="min-w-0">
              <Link to={appendQuery(address, from)} className="link font-semibold">
                {companyName}
              </Link>{' '}
              <span className="muted">
                {at} · {author}
              </span>
              <FoundText {...excerpt} />
            </p>
          </li>
        ))}
      </ol>
      {hasMoreNotes && (
        <Link to={`/dashboard?${new URLSearchParams({ text })}`} className="link">
          More in the list
        </Link>
      )}
    </section>
  );
}
