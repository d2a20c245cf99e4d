import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { getScoreTone } from '~/domain/score/score';
import { formatNumber } from '~/domain/text/text';
import { AttachmentList } from '~/ui/attachment/attachment-list';
import type { AttachmentsView } from '~/ui/attachment/attachment-view.server';
import { ContactList } from '~/ui/contact/contact-list';
import type { ContactsView } from '~/ui/contact/contact-view.server';
import { DealFacts, DealRecord } from '~/ui/deal/deal-facts';
import { Menu } from '~/ui/dialog/menu';
import { ButtonForm } from '~/ui/form/button-form';
import { Icon } from '~/ui/icon';
import { BackLink } from '~/ui/layout/back-link';
import { useFromQuery } from '~/ui/layout/from-query';
import { EVALUATION_ROUTES, usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { FollowUp, MeetingLinks } from '~/ui/meeting/follow-up';
import { NoteThread } from '~/ui/note/note-thread';
import type { NotesView } from '~/ui/note/note-view.server';
import { PercentBar } from '~/ui/percent-bar';
import { AskedRoundLine } from '~/ui/round/asked-rounds';
import { TaskList } from '~/ui/task/task-list';
import type { TasksView } from '~/ui/task/task-view.server';
import { Decisions, OpenConditions } from './decisions';
import { LatestChanges } from './latest-changes';
import type { DealView } from './view.server';

/** Fits on a printed brief (deal.css). */
const MAX_PRINTED_NOTES = 5;

const FORM_ROUTES = ['notes', 'contacts'].map((page) => `pipeline.$id.${page}`);
const PREFETCHED_ROUTES = [...EVALUATION_ROUTES, ...FORM_ROUTES];

interface DealPageProps {
  deal: DealView;
  notes: NotesView;
  contacts: ContactsView;
  tasks: TasksView;
  files: AttachmentsView;
  back: string;
}

export function DealPage({ deal, notes, contacts, tasks, files, back }: DealPageProps) {
  usePrefetchedRoutes(PREFETCHED_ROUTES);
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const from = useFromQuery();
  return (
    <div className="deal">
      <DealHead deal={deal} back={back} here={here} />
      <div className="deal-next grid grid-cols-1 content-start gap-4">
        <MeetingSection deal={deal} here={here} />
        <EvaluationSection deal={deal} here={here} />
      </div>
      <div className="deal-main grid grid-cols-1 content-start gap-4">
        <div className="card details deal-facts content-start p-6 text-text print:gap-1">
          <DealFacts {...deal} heading="h2" />
        </div>
        <div className="card deal-notes">
          <NoteThread {...notes} back={here} />
          {notes.total > MAX_PRINTED_NOTES && (
            <p className="muted hidden print:block">
              The latest {MAX_PRINTED_NOTES} of {formatNumber(notes.total)} notes
            </p>
          )}
        </div>
      </div>
      <div className="deal-rail grid grid-cols-1 content-start gap-4">
        <DealSection id="tasks" title="Tasks" more={{ to: '/tasks', text: 'Your tasks' }} isList>
          <TaskList {...tasks} back={here} isOnDealPage />
        </DealSection>
        <DealSection id="contacts" title="Contacts" isList>
          <ContactList {...contacts} back={here} />
        </DealSection>
        <DealSection id="files" title="Files" isList>
          <AttachmentList {...files} back={here} isOnDealPage />
        </DealSection>
        <DealSection
          id="history"
          title="History"
          more={{ to: `/pipeline/${deal.id}/history${from}`, text: 'Full history' }}
        >
          <LatestChanges changes={deal.changes} />
        </DealSection>
      </div>
    </div>
  );
}

function DealHead({ deal, back, here }: { deal: DealView; back: string; here: string }) {
  const { id, companyName, urgent, score } = deal;
  const from = useFromQuery();
  return (
    <header className="deal-head">
      <p className="col-span-full">
        <BackLink to={back}>Back to the list</BackLink>
      </p>
      <div className="deal-title flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-figure">{companyName}</h1>
        {urgent && (
          <span className="inline-flex items-center gap-1 text-danger">
            <Icon name="urgent" label="Priority" />
            <span className="pill pill-urgent">URGENT</span>
          </span>
        )}
        <p className={`score tone-${getScoreTone(score)}`}>
          {score === null ? 'Not scored' : `Score ${score.toFixed(1)}/10`}
        </p>
      </div>
      <nav aria-label="Deal" className="deal-acts flex flex-wrap gap-2 md:justify-end">
        {deal.canEdit ? (
          <>
            <Link to={`/pipeline/${id}/evaluation${from}`} className="btn btn-primary">
              <Icon name="evaluate" />
              Evaluate
            </Link>
            <Link to={`/pipeline/${id}/edit${from}`} className="btn">
              <Icon name="edit" />
              Edit
            </Link>
          </>
        ) : (
          deal.asked[0] && (
            <Link to={deal.asked[0].path} className="btn btn-primary">
              Your scorecard
            </Link>
          )
        )}
        <Menu label="More">
          <Link to={`/pipeline/${id}/history${from}`}>History</Link>
          <button type="button" className="noscript:hidden" onClick={() => window.print()}>
            Print
          </button>
          <Link to={`/pipeline/${id}/memo`}>Memo</Link>
          <Link to={`/pipeline/${id}/rounds`}>Rounds</Link>
          {deal.canManageDeal && <Link to={`/pipeline/${id}/share`}>Share</Link>}
          {deal.canManageDeal && <Link to={`/pipeline/${id}/merge${from}`}>Merge</Link>}
          {deal.canManageDeal && (
            <Link
              to={`/pipeline/${id}/delete?${new URLSearchParams({ back: back.split('#', 1)[0]! })}`}
              className="destructive"
            >
              Delete
            </Link>
          )}
        </Menu>
      </nav>
      <div className="col-span-full grid gap-1">
        {deal.asked.map((round) => (
          <AskedRoundLine key={round.id} round={round} />
        ))}
        <DealRecord deal={deal} back={here} stageHistory={deal.stageHistory} isLine />
        {deal.lookAgain && <p>Look again on {deal.lookAgain}</p>}
        <Decisions id={id} decisions={deal.decisions} canEdit={deal.canEdit} />
        <OpenConditions
          id={id}
          conditions={deal.conditions}
          moreConditions={deal.moreConditions}
          back={here}
          canEdit={deal.canEdit}
        />
        {deal.hasMoreMerged && (
          <p>
            To split earlier merges, open the{' '}
            <Link to="/deleted" className="link">
              deleted deals
            </Link>
          </p>
        )}
        {deal.merged.map(({ id: merge, company, at }) => (
          <p key={merge}>
            {`Merged with ${company} on ${at} `}
            <Link
              to={`/pipeline/${id}/merge/${merge}${from}`}
              className="link link-quiet ml-3 inline-block whitespace-nowrap"
            >
              Split again
            </Link>
          </p>
        ))}
      </div>
    </header>
  );
}

interface DealSectionProps {
  id: string;
  title: string;
  /** Says in the line of the title that there is nothing below it. */
  note?: string;
  more?: { to: string; text: string };
  isList?: boolean;
  children?: ReactNode;
}

function DealSection({ id, title, note, more, isList, children }: DealSectionProps) {
  return (
    <section
      id={id}
      className={
        isList
          ? 'card deal-list grid grid-cols-1 content-start gap-2 scroll-mt-16 print:gap-1'
          : 'card'
      }
      aria-labelledby={`${id}-title`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={`${id}-title`} className={children && (more || !isList) ? 'mb-1' : undefined}>
          {title}
        </h2>
        {note && <p className="muted mr-auto">{note}</p>}
        {more && (
          <Link to={more.to} className="link link-quiet">
            {more.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

function MeetingSection({ deal, here }: { deal: DealView; here: string }) {
  const { id, meeting, due, canEdit } = deal;
  const query = `?${new URLSearchParams({ back: here })}`;
  if (!meeting) {
    const more = { to: `/pipeline/${id}/later${query}`, text: '+ Set next meeting' };
    return (
      <DealSection
        id="meeting"
        title="Next meeting"
        {...(canEdit ? { more } : { note: 'No meeting planned' })}
      />
    );
  }
  return (
    <DealSection id="meeting" title="Next meeting">
      <p className="mb-2">
        {meeting} <FollowUp due={due} />
      </p>
      {canEdit && (
        <p className="deal-acts mt-2 flex flex-wrap gap-2">
          <MeetingLinks id={id} due={due} query={query} />
        </p>
      )}
    </DealSection>
  );
}

function EvaluationSection({ deal, here }: { deal: DealView; here: string }) {
  const { id, evaluation } = deal;
  const from = useFromQuery();
  const link = (text: string) =>
    deal.canEdit ? { to: `/pipeline/${id}/evaluation${from}`, text } : undefined;
  if (!evaluation?.assessed)
    return (
      <DealSection
        id="score"
        title="Evaluation"
        note="Not evaluated yet"
        more={link('+ Evaluate')}
      />
    );
  const { overall, assessed, criteria, saved, categories } = evaluation;
  return (
    <DealSection id="score" title="Evaluation" more={link('Open evaluation')}>
      <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={`score tone-${getScoreTone(assessed ? overall : null)}`}>
          {overall.toFixed(1)}/10
        </span>
        <span className="muted">
          {assessed} of {criteria} assessed · {saved}
        </span>
      </p>
      {deal.canEdit && <TwoScores deal={deal} back={here} />}
      <ul className="grid grid-cols-[auto_minmax(24px,1fr)_auto] gap-x-2 gap-y-0.5">
        {categories.map(({ title, mean, isAssessed }) => (
          <li key={title} className="col-span-3 grid grid-cols-subgrid items-center tabular">
            <span>{title}</span>
            <PercentBar
              percent={mean * 10}
              className="h-2 w-full"
              color={isAssessed ? undefined : 'fill-line-strong'}
            />
            <span className={isAssessed ? 'text-right' : 'text-right text-ink-muted'}>
              {mean.toFixed(1)}
            </span>
          </li>
        ))}
      </ul>
    </DealSection>
  );
}

function TwoScores({
  deal: { id, score, scoreBy, evaluation },
  back,
}: {
  deal: DealView;
  back: string;
}) {
  if (!evaluation || score === evaluation.overall) return null;
  const evaluated = evaluation.overall.toFixed(1);
  return (
    <ButtonForm action={`/pipeline/${id}/evaluation`} failure="The score was not changed">
      <input type="hidden" name="version" value={evaluation.version} />
      <input type="hidden" name="seen" value={score ?? ''} />
      <input type="hidden" name="back" value={back} />
      <p className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <span>
          {score === null ? 'No score yet' : `Score ${score.toFixed(1)}`}
          {scoreBy && ` (set by ${scoreBy})`}
          {` · Evaluation ${evaluated}`}
        </span>
        <button name="intent" value="deal-score" className="btn print:hidden">
          Use {evaluated} as the score
        </button>
      </p>
    </ButtonForm>
  );
}
