import { Link } from '@remix-run/react';
import { ListTable } from '~/ui/table/list-table';
import type { ImportEntry } from './view.server';

export function ImportList({ imports, showWho }: { imports: ImportEntry[]; showWho: boolean }) {
  if (!imports.length)
    return <p className="card p-6 text-center text-ink-muted">Nothing has been imported yet.</p>;
  return (
    <ListTable
      className="pipelines imports"
      heads={['File', showWho && 'Imported by', 'When', 'State', 'Rows']}
    >
      {imports.map(({ id, file, who, at, state, counts, address }) => (
        <tr key={id}>
          <td className="wrap-anywhere max-md:w-full">
            <Link to={address} className="link font-semibold">
              {file}
            </Link>
          </td>
          {showWho && <td className="break-words">{who}</td>}
          <td className="md:whitespace-nowrap">{at}</td>
          <td>{state}</td>
          <td className="tabular">{counts}</td>
        </tr>
      ))}
    </ListTable>
  );
}
