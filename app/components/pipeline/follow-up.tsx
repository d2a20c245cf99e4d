import { Link } from '@remix-run/react';

/** When the next meeting falls due, or since when it is overdue; nothing without one. */
export function FollowUp({ due }: { due?: { text: string; isOverdue?: boolean } }) {
  return due && <span className={due.isOverdue ? 'due overdue' : 'due'}>{due.text}</span>;
}

/** Links to the acts on a deal's next meeting; `query` says where they lead back to. */
export function MeetingActs({ id, query }: { id: number; query: string }) {
  return (
    <>
      <Link to={`/pipeline/${id}/met${query}`} className="btn">
        Met
      </Link>
      <Link to={`/pipeline/${id}/later${query}`} className="btn">
        Later
      </Link>
    </>
  );
}
