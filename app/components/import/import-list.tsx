import { Link } from '@remix-run/react';
import type { ImportEntry } from '~/screens/import/import.server';

export function ImportList({ imports, showWho }: { imports: ImportEntry[]; showWho: boolean }) {
  if (!imports.length)
    return <p className="card p-6 text-center text-ink-muted">Nothing has been imported yet.</p>;
  return (
    <div className="table-scroll">
      <table className="pipelines imports">
        <thead>
          <tr>
            <th scope="col">File</th>
            {showWho && <th scope="col">Imported by</th>}
            <th scope="col">When</th>
            <th scope="col">State</th>
            <th scope="col">Rows</th>
          </tr>
        </thead>
        <tbody>
          {imports.map(({ id, file, who, at, state, counts, address }) => (
            <tr key={id}>
              <td className="break-words max-md:w-full">
                <Link to={address} className="link font-semibold">
                  {file}
                </Link>
              </td>
              {showWho && <td className="break-words">{who}</td>}
              <td className="md:whitespace-nowrap">{at}</td>
              <td>{state}</td>
              <td className="tabular-nums">{counts}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
