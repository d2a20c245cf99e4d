import { NEW_RECORDS, type Placeholders } from './access-requests';
import { ACCESS_TABLE } from './access-table';
import type { Actor, PeopledServer } from './actors';
import { isOneIn, pick } from './hostile-values';

const STATES = ['open', 'draft', 'submitted', 'recused'];
const ASKED: Actor[] = ['member', 'owner', 'manager', 'admin'];
const CLOSED_SHARE = 0.4;

/** The forms of memos name a round, too. */
export const HOSTILE_ROWS = ACCESS_TABLE.map((row) =>
  row.form && /\/memo(\/preview)?$/.test(row.path)
    ? { ...row, form: { ...row.form, roundId: '{round}' } }
    : row,
);

/** Adds rounds, open or closed, with scorecards in every state, and otherwise what other tests add. */
export const HOSTILE_RECORDS: Placeholders = {
  ...NEW_RECORDS,
  round(server) {
    const id = server.addRound();
    server.addMemo();
    for (const actor of ASKED) setEvaluator(server, id, actor, pick(STATES));
    if (isOneIn(CLOSED_SHARE))
      server.sql.prepare('update rounds set closed_at = ? where id = ?').run(Date.now(), id);
    return id;
  },
};

function setEvaluator(server: PeopledServer, round: number, actor: Actor, state: string): void {
  const { sql, ids } = server;
  sql
    .prepare('insert or replace into round_evaluators values (?, ?, ?, ?, ?, ?)')
    .run(round, ids[actor], actor, `${actor}@demo.example`, state, 'Related to a founder');
  if (state === 'open') return;
  const submittedAt = state === 'submitted' ? Date.now() : null;
  sql
    .prepare(
      `insert into scorecards (round_id, user_id, market_size, market_notes, vote, saved_at, submitted_at)
        values (?, ?, 7.5, 'Growing', 'lead', ?, ?)`,
    )
    .run(round, ids[actor], Date.now(), submittedAt);
}
