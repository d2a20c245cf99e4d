import { Link } from '@remix-run/react';
import type { DoublesView } from '~/screens/dashboard/doubles.server';
import { counted } from '~/models/text';

type Group = DoublesView['groups'][number];

export function DoublesTable({ groups }: { groups: Group[] }) {
  if (!groups.length)
    return <p className="card p-6 text-center">No company has more than one deal.</p>;
  return (
    <div className="table-scroll">
      <table className="pipelines">
        <caption className="sr-only">Companies with more than one deal</caption>
        <thead>
          <tr>
            <th scope="col">Company</th>
            <th scope="col">Deals</th>
            <th scope="col">Name, owner, round, created</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <GroupRow key={group.key} group={group} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GroupRow({ group: { key, deals, named } }: { group: Group }) {
  const name = named[0]?.companyName ?? key;
  return (
    <tr>
      <td className="max-w-70 wrap-anywhere max-md:w-full">
        <Link
          to={`?${new URLSearchParams({ key })}`}
          className="link font-semibold"
          aria-label={`Compare the deals of ${name}`}
        >
          {name}
        </Link>
      </td>
      <td className="tabular-nums whitespace-nowrap">{counted(deals, 'deal')}</td>
      <td className="max-md:w-full">
        <ul className="grid gap-1">
          {named.map(({ id, companyName, owner, round, created }) => (
            <li key={id} className="wrap-anywhere">
              {companyName}{' '}
              <span className="muted">
                {['', owner, round, created].filter((part) => part !== undefined).join(' · ')}
              </span>
            </li>
          ))}
          {deals > named.length && (
            <li className="muted">and {counted(deals - named.length, 'older deal')}</li>
          )}
        </ul>
      </td>
    </tr>
  );
}
