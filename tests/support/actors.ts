import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect } from 'vitest';
import { ADMIN, type Answer, type RunningServer, startServer } from './running-server';

/** Everyone who may ask. Pending, rejected and disabled hold the cookie of a session from when they were approved. */
export const ACTORS = [
  'signed out',
  'pending',
  'rejected',
  'disabled',
  'owner',
  'member',
  'other',
  'manager',
  'admin',
] as const;
export type Actor = (typeof ACTORS)[number];
export const TOKEN_KINDS = ['read', 'write', 'expired'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
export const PASSWORD = 'a-password-of-2026';

/** What only those who may see it may read. */
export const SECRET = 'Secret Holding 4711';

export interface PeopledServer extends RunningServer {
  /** A second connection to its database. */
  sql: SQLite.Database;
  cookies: Record<Actor, string | undefined>;
  /** Their account ids; none for the signed out. */
  ids: Record<Actor, string>;
  /** Their API tokens; of the signed out, tokens that are unknown. */
  tokens: Record<Actor, Record<TokenKind, string>>;
  /** As it was at first: the actors, signed in, and nothing else. */
  reset(): void;
  /** A hash of every row of every table, but for when sessions end and tokens were used. */
  fingerprint(): string;
  /** A deal of the owner's (or of somebody else) and its colleague `member`, evaluated, with SECRET in its name. Returns its id. */
  addPipeline(of?: Actor): number;
  /** A contact on the last deal, with SECRET as its name. Returns its id. */
  addContact(): number;
  /** A file on the last deal, with SECRET as its name and content. Returns its id. */
  addFile(): number;
  /** A task of the owner's on the last deal, with SECRET as its title. Returns its id. */
  addTask(): number;
  /** A note of the owner's on the last deal, with SECRET in its text. Returns its id. */
  addNote(): number;
  /** A change of the last deal, with SECRET in its name. Returns its id. */
  addChange(): number;
  /** An account that nobody has signed in to. Returns its id. */
  addAccount(approvalStatus?: 'pending' | 'approved'): string;
  /** A form that was kept for the owner. Returns its key. */
  addLateForm(): string;
  /** A deal that the owner has deleted. Returns the id of its entry in the trash. */
  addTrash(): number;
  /** A deal of the owner's that was merged into the last one. Returns the merge's id, and the deal's. */
  addMerge(): { merge: number; loser: number };
  /** A deal that was handed over to the owner. Returns the giver's id. */
  addHandOver(): string;
  /** A row with SECRET in its name that the owner imports, at this step. Returns the import's id. */
  addImport(state: 'columns' | 'preview' | 'done'): number;
  /** A view of the owner's (or of somebody else), with SECRET in its name unless it is shared. Returns its id. */
  addView(isShared: boolean, of?: Actor): number;
  /** An act of the owner's on several deals. Returns its id. */
  addAct(): string;
  /** An API token of the owner's. Returns its id. */
  addToken(): number;
  /** A link to choose a password for a new account. Returns its key. */
  addPasswordLink(): string;
  /** Reviews by mail for a new account. Returns the key that ends them. */
  addSubscription(): string;
  /** The calendar of a new account. Returns its key. */
  addCalendar(): string;
  /** A page for an outsider about the last deal, with a new file on it, opened today. */
  addShare(): { id: number; key: string; file: number };
}

/** `name=value; name=value` of the cookies that an answer sets. */
export function cookiesOf({ headers }: Answer): string {
  return (headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0]).join('; ');
}

/** The session cookie that an answer sets: the part that says who is asking. */
function sessionOf(answer: Answer): string {
  return cookiesOf(answer)
    .split('; ')
    .find((cookie) => cookie.startsWith('session='))!;
}

export async function startPeopledServer(env?: Record<string, string>): Promise<PeopledServer> {
  const server = await startServer({ env });
  const sql = new SQLite(server.database);
  sql.pragma('busy_timeout = 2000');
  sql.pragma('foreign_keys = ON');
  sql.pragma('synchronous = OFF');
  const logIn = async (email: string, password: string) => {
    const answer = await server.ask('POST', '/api/auth/login', { json: { email, password } });
    expect(answer.status).toBe(200);
    return {
      cookie: sessionOf(answer),
      id: (JSON.parse(answer.text) as { user: { id: string } }).user.id,
    };
  };
  const admin = await logIn(ADMIN.email, ADMIN.password);
  const cookies = { 'signed out': undefined, admin: admin.cookie } as Record<
    Actor,
    string | undefined
  >;
  const ids = { 'signed out': '', admin: admin.id } as Record<Actor, string>;
  for (const actor of ACTORS) {
    if (actor === 'signed out' || actor === 'admin') continue;
    const person = {
      email: `${actor}@demo.example`,
      password: PASSWORD,
      firstName: actor,
      lastName: 'Person',
    };
    expect(
      (
        await server.ask(
          'POST',
          actor === 'manager' ? '/api/admin/users/manager' : '/api/admin/users',
          { cookie: admin.cookie, json: person },
        )
      ).status,
    ).toBe(201);
    ({ cookie: cookies[actor], id: ids[actor] } = await logIn(person.email, PASSWORD));
  }
  for (const status of ['pending', 'rejected'] as const)
    sql.prepare('update users set approval_status = ? where id = ?').run(status, ids[status]);
  sql.prepare('update users set disabled_at = ? where id = ?').run(Date.now(), ids.disabled);
  const sessions = sql.prepare('select * from sessions').all();
  const revive = sql.prepare(
    'insert or ignore into sessions (sid, user_id, sess, expire) values (@sid, @user_id, @sess, @expire)',
  );
  const now = Date.now();
  const storeToken = sql.prepare(
    'insert into api_tokens (key, user_id, name, access, created_at, expire) values (?, ?, ?, ?, ?, ?)',
  );
  const newToken = (actor: Actor, kind: TokenKind) => {
    const token = `dp_${randomBytes(32).toString('base64url')}`;
    const [access, expire] = kind === 'expired' ? ['write', now - 1] : [kind, now + 3_600_000];
    if (ids[actor])
      storeToken.run(sha256(token), ids[actor], `${actor} ${kind}`, access, now, expire);
    return token;
  };
  const tokens = Object.fromEntries(
    ACTORS.map((actor) => [
      actor,
      Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, newToken(actor, kind)])),
    ]),
  ) as PeopledServer['tokens'];
  const tokenRows = sql.prepare('select * from api_tokens').all();
  const reviveToken = sql.prepare(
    'insert into api_tokens values (@id, @key, @user_id, @name, @access, @created_at, @expire, @last_used_at)',
  );

  const addAccount = (approvalStatus: 'pending' | 'approved' = 'approved') => {
    const id = randomUUID();
    sql
      .prepare(
        "insert into users (id, email, password, approval_status, search_text, created_at, updated_at) values (?, ?, 'x', ?, '', ?, ?)",
      )
      .run(id, `${id}@secret.example`, approvalStatus, now, now);
    return id;
  };
  /** The hash is computed anew only when this connection or another has changed something. */
  let hashed = { at: '', hash: '' };
  const changesOfOwn = sql.prepare('select total_changes()').pluck();

  const addPipeline = (of: Actor = 'owner') => {
    const { lastInsertRowid } = sql
      .prepare(
        "insert into pipelines (user_id, company_name, search_text, created_at, updated_at) values (?, ?, 'secret', ?, ?)",
      )
      .run(ids[of], SECRET, now, now);
    sql
      .prepare(
        'insert into evaluations (pipeline_id, market_notes, overall_score, created_at, updated_at) values (?, ?, 5, ?, ?)',
      )
      .run(lastInsertRowid, SECRET, now, now);
    sql
      .prepare('insert into members (user_id, pipeline_id, since) values (?, ?, ?)')
      .run(ids.member, lastInsertRowid, now);
    return Number(lastInsertRowid);
  };
  const addFile = (): number => {
    const folder = `${server.database}.files`;
    mkdirSync(folder, { recursive: true });
    const path = join(folder, sha256(SECRET));
    // Written once: somebody may be reading it.
    if (!existsSync(path)) writeFileSync(path, SECRET);
    const { lastInsertRowid } = sql
      .prepare(
        "insert into files (pipeline_id, name, size, type, sha256, user_id, created_at, search_text) select max(id), ?, ?, 'text/plain', ?, ?, ?, 'secret' from pipelines",
      )
      .run(SECRET, SECRET.length, sha256(SECRET), ids.owner, now);
    return Number(lastInsertRowid);
  };
  const addTrash = (): number => {
    const deal = { userId: ids.owner, companyName: SECRET, industries: [], searchText: 'secret' };
    const rows = { pipelines: [{ ...deal, createdAt: now, updatedAt: now }] };
    const { lastInsertRowid } = sql
      .prepare(
        "insert into trash (deleted_at, deleted_by, subject, name, owner, deals, rows) values (?, 'owner@demo.example', 'pipeline', ?, 'owner@demo.example', 1, ?)",
      )
      .run(now, SECRET, JSON.stringify(rows));
    return Number(lastInsertRowid);
  };
  return {
    ...server,
    sql,
    cookies,
    ids,
    tokens,
    reset: sql.transaction(() => {
      for (const table of [
        'pipelines',
        'late_forms',
        'api_tokens',
        'trash',
        'merges',
        'imports',
        'views',
        'preferences',
      ])
        sql.prepare(`delete from ${table}`).run();
      sql
        .prepare('delete from users where id not in (select value from json_each(?))')
        .run(JSON.stringify(Object.values(ids)));
      sql.prepare('update users set steps_dismissed_at = null').run();
      for (const session of sessions) revive.run(session);
      sql.prepare('update sessions set confirmed_at = ?').run(Date.now());
      for (const token of tokenRows) reviveToken.run(token);
    }),
    fingerprint() {
      const [own, others] = [changesOfOwn.get(), sql.pragma('data_version', { simple: true })];
      if (`${own} ${others}` !== hashed.at)
        hashed = { at: `${own} ${others}`, hash: fingerprint(sql) };
      return hashed.hash;
    },
    addPipeline,
    addAccount,
    addNote() {
      const { lastInsertRowid } = sql
        .prepare(
          "insert into notes (pipeline_id, author_id, author_name, text, search_text, created_at) select max(id), ?, 'Owner', ?, 'secret', ? from pipelines",
        )
        .run(ids.owner, SECRET, now);
      return Number(lastInsertRowid);
    },
    addContact() {
      const { lastInsertRowid } = sql
        .prepare(
          "insert into contacts (pipeline_id, name, search_text) select max(id), ?, 'secret' from pipelines",
        )
        .run(SECRET);
      return Number(lastInsertRowid);
    },
    addFile,
    addTask() {
      const { lastInsertRowid } = sql
        .prepare(
          "insert into tasks (pipeline_id, title, user_id, person) select max(id), ?, ?, 'owner@demo.example' from pipelines",
        )
        .run(SECRET, ids.owner);
      return Number(lastInsertRowid);
    },
    addChange() {
      const { lastInsertRowid } = sql
        .prepare(
          "insert into changes (at, subject, subject_id, subject_name, act, fields) select ?, 'pipeline', coalesce(max(id), 0), ?, 'changed', '{}' from pipelines",
        )
        .run(now, SECRET);
      return Number(lastInsertRowid);
    },
    addLateForm() {
      const key = randomBytes(32).toString('base64url');
      sql
        .prepare(
          "insert into late_forms (key, user_id, path, form, expire) values (?, ?, '/pipeline/new', '[]', ?)",
        )
        .run(sha256(key), ids.owner, Date.now() + 600_000);
      return key;
    },
    addTrash,
    addMerge() {
      const people = { owner: ids.owner, people: [], members: [] };
      const { lastInsertRowid } = sql
        .prepare(
          `insert into merges (winner_id, loser_id, winner_name, loser_name, trash_id, act_id, merged_at, brought)
            select max(id), max(id) + 1000000, ?, ?, ?, 'merging', ?, ? from pipelines`,
        )
        .run(SECRET, SECRET, addTrash(), now, JSON.stringify({ ...people, fields: {}, rows: {} }));
      const merge = Number(lastInsertRowid);
      const loser = sql.prepare('select loser_id from merges where id = ?').pluck().get(merge);
      return { merge, loser: loser as number };
    },
    addCalendar() {
      const key = randomBytes(32).toString('base64url');
      sql
        .prepare(
          "insert into calendars (user_id, key, time_zone, created_at) values (?, ?, 'UTC', ?)",
        )
        .run(addAccount(), sha256(key), now);
      return key;
    },
    addShare() {
      const file = addFile();
      const key = randomBytes(32).toString('base64url');
      const { lastInsertRowid: id } = sql
        .prepare(
          `insert into shares (pipeline_id, user_id, key, until, facts, evaluation, files, notes, created_at)
            values ((select max(id) from pipelines), ?, ?, '9999-12-31', 1, 1, json_array(?), '[]', ?)`,
        )
        .run(ids.owner, sha256(key), file, now);
      sql.prepare("insert into share_openings values (?, date('now'), 1)").run(id);
      return { id: Number(id), key, file };
    },
    addHandOver() {
      sql
        .prepare('insert into hand_overs (pipeline_id, by_id, to_id, at) values (?, ?, ?, ?)')
        .run(addPipeline(), ids.admin, ids.owner, now);
      return ids.admin;
    },
    addImport(state) {
      const { lastInsertRowid: id } = sql
        .prepare(
          'insert into imports (user_id, user_email, file_name, state, sheets, counts, created_at, imported_at, expire) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        )
        .run(
          ids.owner,
          'owner@demo.example',
          `${SECRET}.csv`,
          state,
          JSON.stringify([SHEET]),
          '{"new":1}',
          now,
          state === 'done' ? now : null,
          Date.now() + 600_000,
        );
      const outcome = { name: SECRET, values: { companyName: SECRET }, fields: [] };
      if (state !== 'done')
        sql
          .prepare('insert into import_rows values (?, 1, 0, 2, ?, ?, null, ?, null)')
          .run(id, JSON.stringify([SECRET]), 'new', JSON.stringify(outcome));
      return Number(id);
    },
    addView(isShared, of = 'owner') {
      const { lastInsertRowid } = sql
        .prepare(
          "insert into views (user_id, name, list, search, is_shared, position, created_at, updated_at) values (?, ?, '/dashboard', 'round=Seed', ?, 1, ?, ?)",
        )
        .run(ids[of], isShared ? 'Shared' : SECRET, Number(isShared), now, now);
      return Number(lastInsertRowid);
    },
    addAct() {
      const act = randomBytes(12).toString('base64url');
      sql
        .prepare(
          `insert into changes (at, actor_id, subject, subject_id, subject_name, act, fields, act_id)
            values (?, ?, 'pipeline', ?, ?, 'changed', '{"fundingRound":["A",null]}', ?)`,
        )
        .run(Date.now(), ids.owner, String(addPipeline()), SECRET, act);
      return act;
    },
    addToken() {
      const key = sha256(randomBytes(32));
      const until = Date.now() + 600_000;
      return Number(storeToken.run(key, ids.owner, key, 'read', now, until).lastInsertRowid);
    },
    addPasswordLink() {
      const key = randomBytes(32).toString('base64url');
      sql
        .prepare('insert into password_links (key, user_id, expire) values (?, ?, ?)')
        .run(sha256(key), addAccount(), Date.now() + 600_000);
      return key;
    },
    addSubscription() {
      const key = randomBytes(32).toString('base64url');
      sql
        .prepare(
          'insert into preferences (user_id, review_mail_since, unsubscribe_key) values (?, 1, ?)',
        )
        .run(addAccount(), key);
      return key;
    },
    stop() {
      sql.close();
      return server.stop();
    },
  };
}

/** What is imported: a list of companies. */
const SHEET = {
  name: 'Sheet',
  holds: 'deals',
  headerRow: 1,
  headers: ['Company'],
  samples: [[SECRET]],
  targets: ['companyName'],
  rows: 1,
};

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * What a read may note: that a session goes on, that a token was used, a calendar read, or a shared page opened. The database
 * refuses to alter the history, which becomes long: what was added to it is enough.
 */
const COLUMNS: Record<string, string> = {
  sessions: 'sid, user_id, sess',
  api_tokens: 'id, key, user_id, name, access, created_at, expire',
  calendars: 'user_id, key, time_zone, created_at',
  share_openings: 'share_id, day',
  changes: 'count(*)',
};

/** A hash of every row of every table, but for when sessions end and tokens were used. */
function fingerprint(sql: SQLite.Database): string {
  const hash = createHash('sha256');
  // The search index follows from the deals.
  const tables = sql
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
    )
    .pluck()
    .all() as string[];
  for (const table of tables) {
    const columns = COLUMNS[table] ?? '*';
    for (const row of sql
      .prepare(`select ${columns} from "${table}" order by rowid`)
      .raw()
      .iterate())
      hash.update(JSON.stringify(row));
  }
  return hash.digest('hex');
}
