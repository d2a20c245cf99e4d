import { Link } from '@remix-run/react';

/** When the next meeting falls due, or since when it is overdue; nothing without one. */
export function FollowUp({ due }: { due?: { text: string; isOverdue?: boolean } }) {
  return due && <span className={due.isOverdue ? 'due overdue' : 'due'}>{due.text}</span>;
}

interface MeetingLinksProps {
  id: number;
  due: object | undefined;
  /** Says where the acts lead back to. */
  query: string;
}

/** Links to the acts on a deal's next meeting; without one that falls due there is one to set it. */
export function MeetingLinks({ id, due, query }: MeetingLinksProps) {
  return (
    <>
      {due && (
        <Link to={`/pipeline/${id}/met${query}`} className="btn">
          Mark as met
        </Link>
      )}
      <Link to={`/pipeline/${id}/later${query}`} className="btn">
        {due ? 'Reschedule' : 'Set next meeting'}
      </Link>
    </>
  );
}
