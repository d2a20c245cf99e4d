/** The dashboard's table with its four counts, as one string. */

const STYLE = `body{font:14px/1.4 system-ui,sans-serif;margin:1rem;color:#1d1c1a}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #e3e1db;padding:.5rem;text-align:left;vertical-align:top}
.clamp{display:-webkit-box;-webkit-line-clamp:4;-webkit-box-orient:vertical;overflow:hidden;max-width:28rem}.pill{background:#eeecfb;border-radius:9px;padding:0 .5em;margin-right:.25em}.urgent{background:#fdf1ef}.green{background:#d5efdd}.yellow{background:#fbf0c4}.red{background:#fbd9d5}`;
const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Deals</title><style>${STYLE}</style><h1>Deal Pipeline Dashboard</h1>`;
const FORM =
  '<form><input name="search" placeholder="Search companies"><select name="round"><option>A<option>B</select><button>Filter</button></form>';
const TABLE =
  '<table class="pipelines"><thead><tr><th>Last Updated<th>Company<th>Owner<th>Industry<th>Round<th>Target Size<th>Business Info<th>Score<th>Next Meeting<th>Actions</thead><tbody>';
const ESCAPED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escape = (value) => String(value ?? '').replace(/[&<>"]/g, (sign) => ESCAPED[sign]);

export function page(rows, { total, reviews, urgent, soon }) {
  return `${HEAD}<p>${total} deals, ${reviews} active reviews, ${urgent} urgent, ${soon} within 30 days</p>${FORM}${TABLE}${rows.map(row).join('')}</table>`;
}

function row([
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
]) {
  const listed = JSON.parse(industries);
  const words = (numbers ?? '').split(' ');
  const tone = score === null ? '' : score >= 7 ? 'green' : score >= 4 ? 'yellow' : 'red';
  return `<tr${meeting === 'ASAP' ? ' class="urgent"' : ''}><td>${new Date(updated).toISOString().slice(0, 10)}<td><b>${escape(company)}</b>${meeting === 'ASAP' ? ' URGENT' : ''}<br>${escape(ceo)}, CEO<td>${escape(owner)}<td>${listed
    .slice(0, 2)
    .map((industry) => `<span class="pill">${escape(industry)}</span>`)
    .join(
      '',
    )}${listed.length > 2 ? `+${listed.length - 2}` : ''}<td>${escape(round)}<td>${escape(size)}<td><p class="clamp">${escape(introduction)}</p><small>${escape(words.slice(0, 15).join(' '))}${words.length > 15 ? '...' : ''}</small><td><span class="${tone}">${score ?? '+'}</span><td>${escape(meeting)}<td><a href="/pipeline/${id}/evaluation">View</a> <a href="/pipeline/${id}/edit">Edit</a>`;
}
