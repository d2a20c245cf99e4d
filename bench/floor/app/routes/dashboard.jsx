import { useLoaderData } from '@remix-run/react';
import { findViewer, listDeals } from '../database.server';

const STYLE =
  'body{font:14px/1.4 system-ui,sans-serif;margin:1rem;color:#1d1c1a}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #e3e1db;padding:.5rem;text-align:left;vertical-align:top}.clamp{display:-webkit-box;-webkit-line-clamp:4;-webkit-box-orient:vertical;overflow:hidden;max-width:28rem}.pill{background:#eeecfb;border-radius:9px;padding:0 .5em;margin-right:.25em}.urgent{background:#fdf1ef}.green{background:#d5efdd}.yellow{background:#fbf0c4}.red{background:#fbd9d5}';
const HEADS = [
  'Last Updated',
  'Company',
  'Owner',
  'Industry',
  'Round',
  'Target Size',
  'Business Info',
  'Score',
  'Next Meeting',
  'Actions',
];

export async function loader({ request }) {
  const viewer = await findViewer(request);
  if (!viewer) throw new Response('Unauthorized', { status: 401 });
  return { email: viewer.email, deals: listDeals() };
}

export default function Dashboard() {
  const { email, deals } = useLoaderData();
  return (
    <>
      <style dangerouslySetInnerHTML={{ __html: STYLE }} />
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

function Deal({
  id,
  company,
  ceo,
  owner,
  industries,
  round,
  size,
  introduction,
  numbers,
  score,
  meeting,
  updated,
}) {
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
        {industries.slice(0, 2).map((industry) => (
          <span key={industry} className="pill">
            {industry}
          </span>
        ))}
        {industries.length > 2 && `+${industries.length - 2}`}
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
