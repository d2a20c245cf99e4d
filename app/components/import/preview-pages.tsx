import type { RowKind } from '#db/schema';
import { pageNumbers } from '~/components/list/pager';

interface PreviewPagesProps {
  kind: RowKind;
  page: number;
  pages: number;
  size: number;
  total: number;
}

/** As a list's pages, but with buttons: they save what was chosen. */
export function PreviewPages({ kind, page, pages, size, total }: PreviewPagesProps) {
  if (pages < 2) return null;
  const to = (number: number) => ({ name: 'to', value: `?kind=${kind}&page=${number}` });
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="tabular-nums">
        {((page - 1) * size + 1).toLocaleString('en')}–
        {Math.min(page * size, total).toLocaleString('en')} of {total.toLocaleString('en')} rows
      </p>
      <div className="flex flex-wrap items-center gap-1">
        {page > 1 && (
          <button {...to(page - 1)} className="btn">
            Previous page
          </button>
        )}
        <Numbers page={page} pages={pages} to={to} />
        {page < pages && (
          <button {...to(page + 1)} className="btn">
            Next page
          </button>
        )}
      </div>
    </nav>
  );
}

interface NumbersProps {
  page: number;
  pages: number;
  to: (number: number) => { name: string; value: string };
}

function Numbers({ page, pages, to }: NumbersProps) {
  return (
    <ul className="flex items-center tabular-nums max-sm:order-first max-sm:basis-full">
      {pageNumbers(page, pages).map((number) => (
        <li key={number}>
          <button
            {...to(number)}
            className="nav"
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number.toLocaleString('en')}
          </button>
        </li>
      ))}
    </ul>
  );
}
