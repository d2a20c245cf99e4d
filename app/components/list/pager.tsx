import { Link } from '@remix-run/react';
import { PAGE_SIZES } from '~/models/page';
import { CLOSED, useAddress } from '~/components/frame/address';

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
      <div className="flex flex-wrap items-center gap-1">
        {page > 1 && (
          <Link to={to(page - 1)} rel="prev" className="btn">
            Previous page
          </Link>
        )}
        {pages > 1 && <PageNumbers page={page} pages={pages} to={to} />}
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

interface PageNumbersProps {
  page: number;
  pages: number;
  to: (page: number) => string;
}

function PageNumbers({ page, pages, to }: PageNumbersProps) {
  return (
    <ul className="flex items-center tabular-nums max-sm:order-first max-sm:basis-full">
      {pageNumbers(page, pages).map((number, place) => (
        <li key={place}>
          {number === undefined ? (
            <span className="muted px-1">…</span>
          ) : (
            <Link
              to={to(number)}
              className="nav"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number.toLocaleString('en')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The first page, the last, and those around the current one; undefined for a gap. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  return [...new Set(shown)].flatMap((number, place, all) => {
    const skipped = place > 0 ? number - all[place - 1]! - 1 : 0;
    const between = skipped > 1 ? undefined : number - 1;
    return skipped ? [between, number] : [number];
  });
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
