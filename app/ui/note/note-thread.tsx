import { Link } from '@remix-run/react';
import { formatNumber } from '~/domain/text/text';
import { AddDisclosure } from '~/ui/form/add-disclosure';
import { ButtonForm } from '~/ui/form/button-form';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { LinkedText } from '~/ui/text/linked-text';
import { AddEmailForm } from './add-email-form';
import { AddNote, type NoteReply } from './add-note';
import type { NotesView, NoteView } from './note-view.server';

const FORM_ROUTES = ['pipeline.$id.members'];

interface ThreadProps extends NotesView {
  isTitled?: boolean;
  back: string;
  reply?: NoteReply;
  text?: string;
}

export function NoteThread({ isTitled, back, reply, text, ...thread }: ThreadProps) {
  usePrefetchedRoutes(FORM_ROUTES);
  const { dealId, notes, page } = thread;
  const here = new URLSearchParams({ back: page > 1 ? `${back}?page=${page}` : back });
  return (
    <section
      id="notes"
      className="grid grid-cols-1 gap-4 text-text print:gap-1"
      aria-labelledby="notes-title"
    >
      {!isTitled && <h2 id="notes-title">Notes</h2>}
      <AddNote {...thread} back={back} reply={reply} text={text} />
      {thread.canEditDeal && (
        <div className="print:hidden">
          <AddDisclosure label="Add emails">
            <AddEmailForm dealId={dealId} />
          </AddDisclosure>
        </div>
      )}
      {notes.length > 0 && (
        <ol className="timeline ruled" aria-label="Notes, newest first">
          {notes.map((note) => (
            <li key={note.id} id={`note-${note.id}`} className="scroll-mt-16">
              <NoteHead note={note} dealId={dealId} here={here} />
              <NoteBody {...note} />
              <UnnotifiedPeople
                {...note}
                dealId={dealId}
                canManageDeal={thread.canManageDeal}
                back={back}
              />
            </li>
          ))}
        </ol>
      )}
      <ThreadPages {...thread} />
    </section>
  );
}

interface HeadProps {
  note: NoteView;
  dealId: number;
  here: URLSearchParams;
}

function NoteHead({ note, dealId, here }: HeadProps) {
  const address = `/pipeline/${dealId}/notes/${note.id}?${here}`;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="min-w-0">
        <strong className="font-semibold">{note.author}</strong>{' '}
        <span className="muted">
          {note.at}
          {note.edited && ` · edited ${note.edited}`}
        </span>
      </span>
      {note.isOwn && (
        <span className="ml-auto flex gap-3 text-base print:hidden">
          <Link to={address} className="link link-quiet">
            Edit<span className="sr-only"> note of {note.at}</span>
          </Link>
          <Link to={`${address}&delete=1`} className="link link-quiet">
            Delete<span className="sr-only"> note of {note.at}</span>
          </Link>
        </span>
      )}
    </p>
  );
}

function NoteBody({ text, quoted, mentions }: Pick<NoteView, 'text' | 'quoted' | 'mentions'>) {
  const pieces = mentions.map(([from, to], n) => (
    <span key={from}>
      <LinkedText text={text.slice(mentions[n - 1]?.[1] ?? 0, from)} />
      <strong className="font-semibold text-accent">{text.slice(from, to)}</strong>
    </span>
  ));
  return (
    <>
      <p className="break-words whitespace-pre-wrap">
        {pieces}
        <LinkedText text={text.slice(mentions.at(-1)?.[1] ?? 0)} />
      </p>
      {quoted && (
        <details>
          <summary className="link">Earlier emails and signature</summary>
          <p className="break-words whitespace-pre-wrap text-ink-muted">
            <LinkedText text={quoted} />
          </p>
        </details>
      )}
    </>
  );
}

interface UnnotifiedPeopleProps extends Pick<NoteView, 'id' | 'unmatched' | 'moreUnmatched'> {
  dealId: number;
  canManageDeal: boolean;
  back: string;
}

function UnnotifiedPeople({
  id,
  unmatched,
  moreUnmatched,
  dealId,
  canManageDeal,
  back,
}: UnnotifiedPeopleProps) {
  const deal = `/pipeline/${dealId}`;
  const lines = unmatched.map(({ name, isShared, person }) => (
    <div key={name} className="text-meta text-ink-muted">
      {isShared ? (
        `Several colleagues are called ${name}, so none of them was notified. Use @ and the email address.`
      ) : (
        <>
          {name} does not work on this deal and was not notified.{' '}
          {canManageDeal && person && (
            <ButtonForm
              action={`${deal}/members`}
              failure="Not added"
              className="inline print:hidden"
            >
              <input type="hidden" name="owner" value={person.email} />
              <input type="hidden" name="note" value={id} />
              <input type="hidden" name="back" value={back} />
              <button className="btn">Add {person.name}</button>
            </ButtonForm>
          )}
          {canManageDeal && !person && (
            <Link to={`${deal}/members`} className="link">
              Add collaborators
            </Link>
          )}
          {!canManageDeal && (
            <Link to={`${deal}/notes?${new URLSearchParams({ ask: name })}`} className="link">
              Ask the owner
            </Link>
          )}
        </>
      )}
    </div>
  ));
  return (
    <>
      {lines}
      {moreUnmatched > 0 && (
        <p className="text-meta text-ink-muted">
          {formatNumber(moreUnmatched)} more names notified nobody.{' '}
          <Link to={`${deal}/members`} className="link">
            All collaborators on this deal
          </Link>
        </p>
      )}
    </>
  );
}

function ThreadPages({ dealId, page, pages, total }: NotesView) {
  if (pages < 2) return null;
  const to = (number: number) => `/pipeline/${dealId}/notes${number > 1 ? `?page=${number}` : ''}`;
  return (
    <nav aria-label="Pages of notes" className="flex flex-wrap items-center gap-2 print:hidden">
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className="btn">
          Newer notes
        </Link>
      )}
      {page < pages && (
        <Link to={to(page + 1)} rel="next" className="btn">
          Older notes
        </Link>
      )}
      <span className="muted tabular">{`${formatNumber(total)} notes`}</span>
    </nav>
  );
}
