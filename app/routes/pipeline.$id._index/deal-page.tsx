import { useLocation } from '@remix-run/react';
import { formatNumber } from '~/domain/text/text';
import { AttachmentList } from '~/ui/attachment/attachment-list';
import type { AttachmentsView } from '~/ui/attachment/attachment-view.server';
import { ContactList } from '~/ui/contact/contact-list';
import type { ContactsView } from '~/ui/contact/contact-view.server';
import { DealFacts } from '~/ui/deal/deal-facts';
import { useFromQuery } from '~/ui/layout/from-query';
import { EVALUATION_ROUTES, usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { NoteThread } from '~/ui/note/note-thread';
import type { NotesView } from '~/ui/note/note-view.server';
import { TaskList } from '~/ui/task/task-list';
import type { TasksView } from '~/ui/task/task-view.server';
import { DealHead } from './deal-head';
import { DealSection } from './deal-section';
import { EvaluationSection } from './evaluation-section';
import { LatestChanges } from './latest-changes';
import { MeetingSection } from './meeting-section';
import type { DealView } from './view.server';

/** Rows that fit on a printed brief (deal.css). */
const MAX_PRINTED_NOTES = 5;
const MAX_PRINTED_TASKS = 5;
const MAX_PRINTED_CONTACTS = 4;
const MAX_PRINTED_FILES = 5;

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
          <PrintedCount first="latest" max={MAX_PRINTED_NOTES} total={notes.total} noun="notes" />
        </div>
      </div>
      <div className="deal-rail grid grid-cols-1 content-start gap-4">
        <DealSection id="tasks" title="Tasks" more={{ to: '/tasks', text: 'Your tasks' }} isList>
          <TaskList {...tasks} back={here} isOnDealPage />
          <PrintedCount max={MAX_PRINTED_TASKS} total={tasks.openTotal} noun="open tasks" />
        </DealSection>
        <DealSection id="contacts" title="Contacts" isList>
          <ContactList {...contacts} back={here} />
          <PrintedCount max={MAX_PRINTED_CONTACTS} total={contacts.total} noun="contacts" />
        </DealSection>
        <DealSection id="files" title="Files" isList>
          <AttachmentList {...files} back={here} isOnDealPage />
          <PrintedCount first="latest" max={MAX_PRINTED_FILES} total={files.total} noun="files" />
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

interface PrintedCountProps {
  first?: 'first' | 'latest';
  max: number;
  total: number;
  noun: string;
}

function PrintedCount({ first = 'first', max, total, noun }: PrintedCountProps) {
  if (total <= max) return null;
  return (
    <p className="muted hidden print:block">
      {`The ${first} ${max} of ${formatNumber(total)} ${noun}`}
    </p>
  );
}
