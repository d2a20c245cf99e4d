// What happened this week in a generated database: new deals, notes, and scores that moved, in proportion to its size
// up to 100,000 deals.
const MINUTE = 60_000;
/** Of a hundred deals, so many each. */
const NEW = 1;
const NOTED = 3;
const MOVED = 2;

const MOST = 3_000;

/** Times are relative to now, so that the review has something to show whenever it is measured. */
export function addRecent(db, deals) {
  // In KB: each deal stands in many indexes, which a small cache reads again and again.
  db.pragma('cache_size = -500000');
  const now = Date.now();
  const author = db.prepare("select id, first_name as name from users where role = 'user'").get();
  const note = db.prepare(
    'insert into notes (pipeline_id, author_id, author_name, text, search_text, created_at) values (?, ?, ?, ?, ?, ?)',
  );
  const created = db.prepare('update pipelines set created_at = ?, updated_at = ? where id = ?');
  const scored = db.prepare(
    'update pipelines set evaluation_score = 8, updated_at = ? where id = ?',
  );
  const change = db.prepare(
    `insert into changes (at, subject, subject_id, subject_name, act, fields)
     values (?, 'pipeline', ?, 'Deal', 'changed', '{"evaluationScore":[5.5,8]}')`,
  );
  const some = (percent) => Math.min(MOST, Math.max(30, Math.floor((deals * percent) / 100)));
  const step = Math.floor(deals / some(NOTED));
  db.transaction(() => {
    for (let n = 0; n < some(NEW); n++) created.run(now - n, now - n, deals - n);
    for (let n = 0; n < some(NOTED); n++)
      note.run(1 + n * step, author.id, author.name, 'A call.', 'a call.', now - (n * MINUTE) / 10);
    for (let n = 0; n < some(MOVED); n++) {
      scored.run(now - n, 2 + n * step);
      change.run(now - n, String(2 + n * step));
    }
  })();
}
