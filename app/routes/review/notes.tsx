import { Form, Link, useSearchParams } from '@remix-run/react';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import { formatCount } from '~/domain/text/text';
import { Icon } from '~/ui/icon';
import { useAddress } from '~/ui/layout/address';
import { useFromQuery } from '~/ui/layout/from-query';
import type { MentionsView, NoteHits, NoteLine } from './notes.server';
import { TITLE_CLASSES } from './review-section';

export function Mentions({ mentions: { list, hasMore } }: { mentions: MentionsView }) {
  if (!list.length) return null;
  return (
    <section aria-labelledby="mentions" className="review-section review-notes mt-5 print:hidden">
      <h2 id="mentions" className="mb-1.5">
        You were mentioned
      </h2>
      <NoteLines notes={list} />
      <p className="review-rest muted mt-1.5">
        {hasMore && 'There are more. '}A mention stays here until you open the deal.
      </p>
    </section>
  );
}

export function NoteSearch({ value }: { value: string }) {
  const [params] = useSearchParams();
  return (
    <Form
      method="get"
      role="search"
      aria-label="Notes"
      className="review-search flex flex-[0_1_360px] gap-2"
    >
      {[...params].map(
        ([name, current]) =>
          name !== 'notes' && <input key={name} type="hidden" name={name} value={current} />,
      )}
      <div className="search">
        <Icon name="search" />
        <input
          key={value}
          type="search"
          name="notes"
          defaultValue={value}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder="Search notes..."
          aria-label="Search notes"
          className="input"
          enterKeyHint="search"
        />
      </div>
      <button className="btn">Search</button>
    </Form>
  );
}

export function FoundNotes({ hits: { search, list, hasMore } }: { hits: NoteHits }) {
  const address = useAddress();
  const many = hasMore ? `The latest ${list.length} notes` : formatCount(list.length, 'note');
  return (
    <section aria-labelledby="found" className="review-section review-notes mt-5 print:hidden">
      <div className={TITLE_CLASSES}>
        <h2 id="found" className="min-w-0 break-words">
          Notes with “{search}”
        </h2>
        <Link to={address({ notes: undefined })} className="link">
          Close
        </Link>
      </div>
      <p role="status" className="text-ink-muted">
        {list.length ? many : 'No matching notes.'}
      </p>
      <NoteLines notes={list} />
    </section>
  );
}

function NoteLines({ notes }: { notes: NoteLine[] }) {
  const from = useFromQuery();
  if (!notes.length) return null;
  return (
    <ul className="ruled card p-0">
      {notes.map(({ id, dealId, company, author, at, excerpt }) => (
        <li key={id}>
          <p className="review-deal min-w-0 wrap-anywhere">
            <Link to={`/pipeline/${dealId}${from}#note-${id}`}>{company}</Link>
            <span className="review-facts muted">
              {author}, {at}
            </span>
          </p>
          <p className="min-w-0 wrap-anywhere">
            {excerpt.before}
            {excerpt.hit && <mark>{excerpt.hit}</mark>}
            {excerpt.after}
          </p>
        </li>
      ))}
    </ul>
  );
}
