import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { ThreadView } from '~/models/note/list.server';
import type { ContactsView } from '~/screens/deal/contacts.server';
import type { FilesView } from '~/screens/deal/files.server';
import type { TasksView } from '~/screens/deal/tasks.server';
import type { DealView } from '~/screens/deal/deal.server';
import { scoreTone } from '~/models/score';
import { EVALUATION, useFetchedAhead } from '~/components/list/fetch-ahead';
import { useFromQuery } from '~/components/frame/address';
import { Bar } from '~/components/frame/bar';
import { Icon } from '~/components/frame/icon';
import { Menu } from '~/components/frame/menu';
import { LatestChanges } from '~/components/history/timeline';
import { Contacts } from './contacts';
import { Files } from './files';
import { Tasks } from './tasks';
import { NoteThread } from './notes';
import { DealFacts, DealRecord } from './deal-facts';
import { Decisions } from './decisions';
import { FollowUp, MeetingActs } from './follow-up';

/** Notes that a brief has room for (deal.css). */
const PRINTED = 5;

/** Where its forms are sent. */
const FORMS = ['notes', 'contacts'].map((page) => `pipeline.$id.${page}`);
const AHEAD = [...EVALUATION, ...FORMS];

interface DealPageProps {
  deal: DealView;
  notes: ThreadView;
  contacts: ContactsView;
  tasks: TasksView;
  files: FilesView;
  back: string;
}

/** What is known about a deal; `back` is the list as it was left. */
export function DealPage({ deal, notes, contacts, tasks, files, back }: DealPageProps) {
  useFetchedAhead(AHEAD);
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const from = useFromQuery();
  return (
    <div className="deal">
      <DealHead deal={deal} back={back} here={here} />
      <Part id="meeting" title="Next meeting">
        <p className="mb-2">
          {deal.meeting ?? <span className="muted">None</span>} <FollowUp due={deal.due} />
        </p>
        <p className="deal-acts mt-2 flex flex-wrap gap-2">
          <MeetingActs
            id={deal.id}
            due={deal.due}
            query={`?${new URLSearchParams({ back: here })}`}
          />
        </p>
      </Part>
      <EvaluationPart deal={deal} />
      <Part id="tasks" title="Tasks" more={{ to: '/tasks', text: 'Your tasks' }} isList>
        <Tasks {...tasks} back={here} />
      </Part>
      <div className="card deal-notes">
        <NoteThread {...notes} back={here} />
        {notes.total > PRINTED && (
          <p className="muted hidden print:block">
            The latest {PRINTED} of {notes.total.toLocaleString('en')} notes
          </p>
        )}
      </div>
      <div className="card details deal-facts content-start self-start">
        <DealFacts {...deal} heading="h2" />
      </div>
      <Part id="contacts" title="Contacts" isList>
        <Contacts {...contacts} back={here} />
      </Part>
      <Part id="files" title="Files" isList>
        <Files {...files} back={here} />
      </Part>
      <Part
        id="history"
        title="History"
        more={{ to: `/pipeline/${deal.id}/history${from}`, text: 'Whole history' }}
      >
        <LatestChanges changes={deal.changes} />
      </Part>
    </div>
  );
}

function DealHead({ deal, back, here }: { deal: DealView; back: string; here: string }) {
  const { id, companyName, urgent, score } = deal;
  const from = useFromQuery();
  return (
    <header className="col-span-full grid gap-2">
      <p>
        <Link to={back} className="link">
          Back to the list
        </Link>
      </p>
      <div className="deal-title flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1>{companyName}</h1>
        {urgent && (
          <span className="inline-flex items-center gap-1 text-danger">
            <Icon name="urgent" label="Priority" />
            <span className="pill pill-urgent">URGENT</span>
          </span>
        )}
        <p className={`score tone-${scoreTone(score)}`}>
          {score === null ? 'Not scored' : `Score ${score.toFixed(1)}/10`}
        </p>
      </div>
      <DealRecord deal={deal} back={here} way={deal.way} />
      {deal.lookAgain && <p>Look again on {deal.lookAgain}</p>}
      <Decisions id={id} decisions={deal.decisions} />
      {deal.hasMoreMerged && (
        <p>
          Earlier merges can be split among the{' '}
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
            className="link ml-3 whitespace-nowrap"
          >
            Split again
          </Link>
        </p>
      ))}
      <nav aria-label="Deal" className="deal-acts flex flex-wrap gap-2">
        <Link to={`/pipeline/${id}/evaluation${from}`} className="btn btn-primary">
          <Icon name="evaluate" />
          Evaluate
        </Link>
        <Link to={`/pipeline/${id}/edit${from}`} className="btn">
          <Icon name="edit" />
          Edit
        </Link>
        <Menu label="More">
          <Link to={`/pipeline/${id}/history${from}`}>History</Link>
          <button type="button" className="noscript:hidden" onClick={() => window.print()}>
            Print
          </button>
          {deal.isInCharge && <Link to={`/pipeline/${id}/share`}>Share</Link>}
          {deal.isInCharge && <Link to={`/pipeline/${id}/merge${from}`}>Merge</Link>}
          {deal.isInCharge && (
            <Link
              to={`/pipeline/${id}/delete?${new URLSearchParams({ back: back.split('#', 1)[0]! })}`}
              className="destructive"
            >
              Delete
            </Link>
          )}
        </Menu>
      </nav>
    </header>
  );
}

interface PartProps {
  id: string;
  title: string;
  more?: { to: string; text: string };
  isList?: boolean;
  children: ReactNode;
}

function Part({ id, title, more, isList, children }: PartProps) {
  return (
    <section
      id={id}
      className={
        isList ? 'card deal-list grid grid-cols-1 content-start gap-2 scroll-mt-16' : 'card'
      }
      aria-labelledby={`${id}-title`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`${id}-title`} className={more || !isList ? 'mb-1' : undefined}>
          {title}
        </h2>
        {more && (
          <Link to={more.to} className="link">
            {more.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

function EvaluationPart({ deal: { id, evaluation } }: { deal: DealView }) {
  const from = useFromQuery();
  const to = `/pipeline/${id}/evaluation${from}`;
  if (!evaluation)
    return (
      <Part id="score" title="Evaluation" more={{ to, text: 'Evaluate' }}>
        <p className="muted">Not evaluated yet</p>
      </Part>
    );
  const { overall, assessed, criteria, saved, categories } = evaluation;
  return (
    <Part id="score" title="Evaluation" more={{ to, text: 'Open evaluation' }}>
      <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={`score tone-${scoreTone(assessed ? overall : null)}`}>
          {overall.toFixed(1)}/10
        </span>
        <span className="muted">
          {assessed} of {criteria} assessed · {saved}
        </span>
      </p>
      <ul className="deal-categories">
        {categories.map(({ title, mean, isAssessed }) => (
          <li key={title}>
            <span>{title}</span>
            <Bar
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
    </Part>
  );
}
