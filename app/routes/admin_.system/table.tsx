import type { ReactNode } from 'react';

interface SectionProps {
  id?: string;
  title: string;
  note: string;
  children: ReactNode;
}

export function Section({ id, title, note, children }: SectionProps) {
  return (
    <section className="mt-6">
      <h2 id={id}>{title}</h2>
      <p className="mb-2 text-ink-muted">{note}</p>
      {children}
    </section>
  );
}

export function Table({
  caption,
  heads,
  rows,
  numbers = false,
}: {
  caption: string;
  heads: string[];
  rows: string[][];
  numbers?: boolean;
}) {
  const getAlignment = (column: number) => (numbers && column > 0 ? 'md:text-right' : 'text-left');
  return (
    <div className="table-scroll">
      <table className="pipelines users">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, column) => (
              <th key={head} scope="col" className={getAlignment(column)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column} className={`break-words ${getAlignment(column)}`}>
                  {column > 0 && <span className="md:hidden">{heads[column]} </span>}
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
