import type { ReactNode } from 'react';

interface ListTableProps {
  className?: string;
  /** For screen readers. */
  caption?: string;
  /** Heads of the columns; a hidden column has none. */
  heads: ReactNode[];
  /** The rows. */
  children: ReactNode;
}

/** A table that scrolls sideways where it is wider than the page. */
export function ListTable({
  className = 'pipelines users',
  caption,
  heads,
  children,
}: ListTableProps) {
  return (
    <div className="table-scroll">
      <table className={className}>
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead>
          <tr>
            {heads.filter(Boolean).map((head, column) => (
              <th key={column} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
