import { Link } from '@remix-run/react';

export function DealLink({ id }: { id: number }) {
  return (
    <Link to={`/pipeline/${id}`} className="btn">
      Open deal
    </Link>
  );
}
