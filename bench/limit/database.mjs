import SQLite from 'better-sqlite3';

const file = process.env.DATABASE_URL.replace(/^file:/, '');
const db = new SQLite(file, { readonly: true });
const writer = new SQLite(file);
writer.pragma('synchronous = FULL');

const FROM = 'from pipelines p join users u on u.id = p.user_id';
const ROW =
  'p.id, p.company_name, p.ceo_name, u.first_name, p.industries, p.funding_round, p.target_funding_size, p.business_introduction, p.key_business_numbers, p.evaluation_score, p.next_meeting_date, p.updated_at';
const ALL = `p.id, p.user_id userId, u.first_name firstName, u.email, p.company_name companyName, p.ceo_name ceoName, p.coo_name cooName, p.cfo_name cfoName, u."group", p.industries,
  p.business_introduction businessIntroduction, p.key_business_numbers keyBusinessNumbers, p.funding_round fundingRound, p.target_funding_size targetFundingSize,
  p.target_closing_date targetClosingDate, p.evaluation_score evaluationScore, p.next_meeting_date nextMeetingDate, p.comments, p.created_at createdAt, p.updated_at updatedAt`;
const NEWEST = 'order by p.created_at desc, p.id desc';
const STATS =
  'count(*) total, count(*) filter (where p.evaluation_score > 0) reviews, count(*) filter (where p.meeting_days = 0) urgent, count(*) filter (where p.meeting_days <= 30) soon';

const viewer = db.prepare(
  `select u.id, u.role from sessions s join users u on u.id = s.user_id where s.sid = ? and s.expire > ? and u.approval_status = 'approved'`,
);
const dataVersion = db.prepare('pragma data_version').pluck();
const one = db.prepare(`select ${ALL} ${FROM} where p.id = ?`);
const set = writer.prepare(
  'update pipelines set evaluation_score = ?, version = version + 1, updated_at = ? where id = ?',
);
const note = writer.prepare(
  `insert into changes (at, subject, subject_id, subject_name, act, fields) values (?, 'pipeline', ?, '', 'changed', ?)`,
);
const statements = new Map();
let counted = new Map();
let version;

export const viewerOf = (sid) => viewer.get(sid, Date.now());
export const getDeal = (id) => one.get(id);
export const listRows = (filter, limit, offset) =>
  prepared(`select ${ROW} ${FROM} ${filter.where} ${NEWEST} limit ? offset ?`)
    .raw()
    .all(...filter.values, limit, offset);
export const listDeals = (filter, limit, offset) =>
  prepared(`select ${ALL} ${FROM} ${filter.where} ${NEWEST} limit ? offset ?`).all(
    ...filter.values,
    limit,
    offset,
  );
export const everyDeal = () => db.prepare(`select ${ALL} ${FROM} ${NEWEST}`).iterate();
export const everyEvaluation = () =>
  db
    .prepare(
      `select p.company_name, e.* from evaluations e join pipelines p on p.id = e.pipeline_id ${NEWEST}`,
    )
    .raw()
    .iterate();

export const saveScore = writer.transaction((id, score) => {
  set.run(score, Date.now(), id);
  note.run(Date.now(), String(id), JSON.stringify({ evaluationScore: [null, score] }));
});

/** The counts of a filter, kept until anybody writes. */
export function stats(filter) {
  const current = dataVersion.get();
  if (current !== version) counted = new Map();
  version = current;
  const key = JSON.stringify(filter);
  if (!counted.has(key))
    counted.set(key, prepared(`select ${STATS} ${FROM} ${filter.where}`).get(...filter.values));
  return counted.get(key);
}

/** The product's filters as SQL. */
export function filterOf(params) {
  const parts = [];
  const values = [];
  const add = (name, part, value) => {
    if (!params.get(name)) return;
    parts.push(part);
    values.push(value(params.get(name)));
  };
  add('search', 'p.search_text like ?', (search) => `%${search.toLowerCase()}%`);
  add(
    'industry',
    'p.id in (select pipeline_id from pipeline_industries where industry = ?)',
    (industry) => industry,
  );
  add('round', 'p.funding_round = ?', (round) => round);
  return { where: parts.length ? `where ${parts.join(' and ')}` : '', values };
}

function prepared(text) {
  if (!statements.has(text)) statements.set(text, db.prepare(text));
  return statements.get(text);
}
