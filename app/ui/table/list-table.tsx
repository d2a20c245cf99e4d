import type { ReactNode } from 'react';

interface ListTableProps {
  className?: string;
  caption?: string;
  heads: ReactNode[];
  children: ReactNode;
}

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
