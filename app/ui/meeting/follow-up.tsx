import { Link } from '@remix-run/react';

export function FollowUp({ due }: { due?: { text: string; isOverdue?: boolean } }) {
  return due && <span className={due.isOverdue ? 'due overdue' : 'due'}>{due.text}</span>;
}

interface MeetingLinksProps {
  id: number;
  due: object | undefined;
  query: string;
}

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
