import { Link } from '@remix-run/react';
import { PAGE_SIZES } from '~/domain/pagination';
import { formatNumber } from '~/domain/text/text';
import { CLOSED_DIALOGS, FIRST_PAGE, useAddress } from '~/ui/layout/address';

export interface PagerProps {
  page: number;
  pages: number;
  size: number;
  total: number;
  noun: string;
  withSizes?: boolean;
  className?: string;
}

export function hasPages(total: number): boolean {
  return total > PAGE_SIZES[0];
}

const NEIGHBOURS: Partial<Record<number, string>> = { [-1]: 'Previous page', 1: 'Next page' };

export function Pager({
  page,
  pages,
  size,
  total,
  noun,
  withSizes = true,
  className = 'mt-4',
}: PagerProps) {
  const address = useAddress();
  if (!hasPages(total)) return null;
  const to = (number: number) =>
    address({ ...CLOSED_DIALOGS, page: number > 1 ? number : undefined });
  const numbers = listPageNumbers(page, pages);
  return (
    <nav aria-label="Pages" className={`${className} flex flex-wrap items-center gap-x-4 gap-y-2`}>
      <p className="tabular">
        {formatNumber((page - 1) * size + 1)}–{formatNumber(Math.min(page * size, total))} of{' '}
        {formatNumber(total)} {noun}
      </p>
      {pages > 1 && (
        <ul className="flex flex-wrap items-center gap-y-1 tabular">
          {numbers.map((number, i) => (
            <li key={number} className="flex items-center">
              {i > 0 && number - numbers[i - 1]! > 1 && <span className="muted px-1">…</span>}
              {number === page ? (
                <span className="nav" aria-current="page">
                  <span className="sr-only">Page </span>
                  {formatNumber(page)}
                </span>
              ) : (
                <Link
                  to={to(number)}
                  className="nav"
                  aria-label={`${NEIGHBOURS[number - page] ?? 'Page'}, ${number}`}
                >
                  {formatNumber(number)}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {withSizes && <PageSizes size={size} />}
    </nav>
  );
}

export function listPageNumbers(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages];
  return [...new Set(shown)].filter((number) => number >= 1 && number <= pages);
}

export function PageSizes({ size }: { size: number }) {
  const address = useAddress();
  return (
    <p className="ml-auto flex items-center gap-1 pl-3">
      <span className="muted mr-1 whitespace-nowrap">Rows per page</span>
      {PAGE_SIZES.map((choice) => (
        <Link
          key={choice}
          to={address({ ...FIRST_PAGE, size: choice })}
          className="nav w-auto"
          aria-current={choice === size || undefined}
          aria-label={`${choice} rows per page`}
        >
          {choice}
        </Link>
      ))}
    </p>
  );
}
