import { createHash } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import SQLite from 'better-sqlite3';

const db = new SQLite(process.env.DATABASE_URL.replace(/^file:/, ''), { readonly: true });
const cookie = createCookie('session', { secrets: [process.env.SESSION_SECRET] });
const viewer = db.prepare(
  'select u.id, u.email from sessions s join users u on u.id = s.user_id where s.sid = ? and s.expire > ?',
);
const rows =
  db.prepare(`select p.id, p.company_name company, p.ceo_name ceo, u.first_name owner, p.industries, p.funding_round round, p.target_funding_size size, p.business_introduction introduction,
  p.key_business_numbers numbers, p.evaluation_score score, p.next_meeting_date meeting, p.updated_at updated
  from pipelines p join users u on u.id = p.user_id order by p.created_at desc, p.id desc limit 25`);

export async function findViewer(request) {
  const id = await cookie.parse(request.headers.get('Cookie'));
  return id && viewer.get(createHash('sha256').update(id).digest('hex'), Date.now());
}

export function listDeals() {
  return rows.all().map(({ industries, numbers, updated, ...deal }) => ({
    ...deal,
    industries: JSON.parse(industries),
    numbers: numbers?.split(' ').slice(0, 15).join(' '),
    updated: new Date(updated).toISOString().slice(0, 10),
  }));
}
