import { Link } from '@remix-run/react';
import { PAGE_SIZES } from '~/models/page';
import { CLOSED, useAddress } from './address';

export function Pager({
  page,
  pages,
  size,
  total,
  noun,
}: {
  page: number;
  pages: number;
  size: number;
  total: number;
  noun: string;
}) {
  const address = useAddress();
  if (total <= PAGE_SIZES[0]) return null;
  const to = (number: number) => address({ ...CLOSED, page: number > 1 ? number : undefined });
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="tabular-nums">
        {((page - 1) * size + 1).toLocaleString('en')}–
        {Math.min(page * size, total).toLocaleString('en')} of {total.toLocaleString('en')} {noun}
      </p>
      <div className="flex gap-1">
        {page > 1 && (
          <Link to={to(page - 1)} rel="prev" className="btn">
            Previous page
          </Link>
        )}
        {page < pages && (
          <Link to={to(page + 1)} rel="next" className="btn">
            Next page
          </Link>
        )}
      </div>
      <PageSizes size={size} />
    </nav>
  );
}

function PageSizes({ size }: { size: number }) {
  const address = useAddress();
  return (
    <p className="ml-auto flex items-center gap-1">
      <span className="muted mr-1">Rows per page</span>
      {PAGE_SIZES.map((choice) => (
        <Link
          key={choice}
          to={address({ ...CLOSED, page: undefined, size: choice })}
          className="nav"
          aria-current={choice === size || undefined}
          aria-label={`${choice} rows per page`}
        >
          {choice}
        </Link>
      ))}
    </p>
  );
}
