import { useLoaderData } from '@remix-run/react';
import { findViewer, listDeals } from '../database.server';

const HEADS =
  'Updated Company Owner Industry Round Target Introduction Score Meeting Actions'.split(' ');

export async function loader({ request }) {
  const viewer = await findViewer(request);
  if (!viewer) throw new Response('Unauthorized', { status: 401 });
  return { email: viewer.email, deals: listDeals() };
}

export default function Dashboard() {
  const { email, deals } = useLoaderData();
  return (
    <>
      <h1>Deal Pipeline Dashboard</h1>
      <p>{email}</p>
      <form>
        <input name="search" placeholder="Search companies" />
        <button>Filter</button>
      </form>
      <table className="pipelines">
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deals.map((deal) => (
            <Deal key={deal.id} {...deal} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Deal({ id, company, ceo, owner, industries, introduction, ...deal }) {
  const { round, size, numbers, score, meeting, updated } = deal;
  const tone = score === null ? undefined : score >= 7 ? 'green' : score >= 4 ? 'yellow' : 'red';
  return (
    <tr className={meeting === 'ASAP' ? 'urgent' : undefined}>
      <td>{updated}</td>
      <td>
        <b>{company}</b>
        {meeting === 'ASAP' && ' URGENT'}
        <br />
        {ceo}, CEO
      </td>
      <td>{owner}</td>
      <td>
        {industries.slice(0, 3).map((industry) => (
          <span key={industry}>{industry}</span>
        ))}
      </td>
      <td>{round}</td>
      <td>{size}</td>
      <td>
        <p className="clamp">{introduction}</p>
        <small>{numbers}</small>
      </td>
      <td>
        <span className={tone}>{score ?? '+'}</span>
      </td>
      <td>{meeting}</td>
      <td>
        <a href={`/pipeline/${id}/evaluation`}>View</a> <a href={`/pipeline/${id}/edit`}>Edit</a>
      </td>
    </tr>
  );
}
