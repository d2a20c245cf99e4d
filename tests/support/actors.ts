import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect } from 'vitest';
import { ADMIN, type Answer, type RunningServer, startServer } from './running-server';

/** Everyone who may ask. Pending, rejected and disabled hold the cookie of a session from when they were approved. */
export const ACTORS = [
  ...(['signed out', 'pending', 'rejected', 'disabled'] as const),
  ...(['owner', 'member', 'other', 'manager', 'admin'] as const),
];
export type Actor = (typeof ACTORS)[number];
export const TOKEN_KINDS = ['read', 'write', 'expired'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
export const PASSWORD = 'a-password-of-2026';

/** What only those who may see it may read. */
export const SECRET = 'Secret Holding 4711';

export type PeopledServer = Awaited<ReturnType<typeof startPeopledServer>>;

/** `name=value; name=value` of the cookies that an answer sets. */
export function getCookies({ headers }: Answer): string {
  return (headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0]).join('; ');
}

/** The cookies of who signs in, the administrator. */
export async function signIn(server: RunningServer, account = ADMIN): Promise<string> {
  return getCookies(await server.ask('POST', '/api/auth/login', { json: account }));
}

/** The session cookie that an answer sets: the part that says who is asking. */
function getSessionCookie(answer: Answer): string {
  return getCookies(answer)
    .split('; ')
    .find((cookie) => cookie.startsWith('session='))!;
}

/** A server with everybody on it, signed in, and what each may ask for. */
export async function startPeopledServer(env?: Record<string, string>) {
  const server = await startServer({ env });
  /** A second connection to its database. */
  const sql = new SQLite(server.database);
  for (const pragma of ['busy_timeout = 2000', 'foreign_keys = ON', 'synchronous = OFF'])
    sql.pragma(pragma);
  /** A row with these values, in the order of its columns. Returns its id. */
  const insert = (table: string, values: Record<string, unknown>): number => {
    const names = Object.keys(values);
    const places = names.map((name) => `@${name}`);
    const row = sql.prepare(`insert into ${table} (${names.join()}) values (${places.join()})`);
    return Number(row.run(values).lastInsertRowid);
  };
  const readNumber = (query: string) => sql.prepare(query).pluck().get() as number;
  const lastDeal = () => readNumber('select max(id) from pipelines');
  const logIn = async (email: string, password: string) => {
    const answer = await server.ask('POST', '/api/auth/login', { json: { email, password } });
    expect(answer.status).toBe(200);
    const { user } = JSON.parse(answer.text) as { user: { id: string } };
    return { cookie: getSessionCookie(answer), id: user.id };
  };

  const admin = await logIn(ADMIN.email, ADMIN.password);
  const cookies = { admin: admin.cookie } as Record<Actor, string | undefined>;
  /** Their account ids; none for the signed out. */
  const ids = { 'signed out': '', admin: admin.id } as Record<Actor, string>;
  for (const actor of ACTORS) {
    if (actor === 'signed out' || actor === 'admin') continue;
    const email = `${actor}@demo.example`;
    const json = { email, password: PASSWORD, firstName: actor, lastName: 'Person' };
    const path = actor === 'manager' ? '/api/admin/users/manager' : '/api/admin/users';
    const added = await server.ask('POST', path, { cookie: admin.cookie, json });
    expect(added.status).toBe(201);
    ({ cookie: cookies[actor], id: ids[actor] } = await logIn(email, PASSWORD));
  }
  for (const status of ['pending', 'rejected'] as const)
    sql.prepare('update users set approval_status = ? where id = ?').run(status, ids[status]);
  sql.prepare('update users set disabled_at = ? where id = ?').run(Date.now(), ids.disabled);

  const now = Date.now();
  const later = () => Date.now() + 600_000;
  const times = { created_at: now, updated_at: now };
  const newKey = () => randomBytes(32).toString('base64url');
  const newToken = (actor: Actor, kind: TokenKind) => {
    const token = `dp_${newKey()}`;
    const [access, expire] = kind === 'expired' ? ['write', now - 1] : [kind, now + 3_600_000];
    const about = { key: sha256(token), name: `${actor} ${kind}`, created_at: now };
    if (ids[actor]) insert('api_tokens', { user_id: ids[actor], access, expire, ...about });
    return token;
  };
  /** Their API tokens; of the signed out, tokens that are unknown. */
  const tokens = Object.fromEntries(
    ACTORS.map((actor) => [
      actor,
      Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, newToken(actor, kind)])),
    ]),
  ) as Record<Actor, Record<TokenKind, string>>;
  const first = ['sessions', 'api_tokens'].map((table) => {
    const rows = sql.prepare(`select * from ${table}`).all() as Record<string, unknown>[];
    const names = Object.keys(rows[0]!);
    const places = names.map((name) => `@${name}`).join();
    const revive = `insert or ignore into ${table} (${names.join()}) values (${places})`;
    return { rows, revive: sql.prepare(revive) };
  });

  /** The hash is computed anew only when this connection or another has changed something. */
  let hashed = { at: '', hash: '' };
  const changesOfOwn = sql.prepare('select total_changes()').pluck();

  const added = {
    /** A deal of the owner's (or of somebody else) and its colleague `member`, evaluated, with SECRET in its name. Returns its id. */
    addPipeline(of: Actor = 'owner'): number {
      const deal = { user_id: ids[of], company_name: SECRET, search_text: 'secret' };
      const pipeline_id = insert('pipelines', { ...deal, ...times });
      const scores = { market_notes: SECRET, overall_score: 5 };
      insert('evaluations', { pipeline_id, ...scores, ...times });
      insert('members', { user_id: ids.member, pipeline_id, since: now });
      return pipeline_id;
    },
    /** A contact on the last deal, with SECRET as its name. Returns its id. */
    addContact: () =>
      insert('contacts', { pipeline_id: lastDeal(), name: SECRET, search_text: 'secret' }),
    /** A file on the last deal, with SECRET as its name and content. Returns its id. */
    addFile(): number {
      const folder = `${server.database}.files`;
      mkdirSync(folder, { recursive: true });
      const path = join(folder, sha256(SECRET));
      // Written once: somebody may be reading it.
      if (!existsSync(path)) writeFileSync(path, SECRET);
      return insert('files', {
        ...{ pipeline_id: lastDeal(), name: SECRET, size: SECRET.length, type: 'text/plain' },
        ...{ sha256: sha256(SECRET), user_id: ids.owner, created_at: now, search_text: 'secret' },
      });
    },
    /** A task of the owner's on the last deal, with SECRET as its title. Returns its id. */
    addTask() {
      const person = { user_id: ids.owner, person: 'owner@demo.example' };
      return insert('tasks', { pipeline_id: lastDeal(), title: SECRET, ...person });
    },
    /** A note of the owner's on the last deal, with SECRET in its text. Returns its id. */
    addNote() {
      const author = { author_id: ids.owner, author_name: 'Owner', created_at: now };
      const text = { text: SECRET, search_text: 'secret' };
      return insert('notes', { pipeline_id: lastDeal(), ...author, ...text });
    },
    /** A change of the last deal, with SECRET in its name. Returns its id. */
    addChange() {
      const about = {
        subject: 'pipeline',
        subject_id: String(lastDeal() ?? 0),
        subject_name: SECRET,
      };
      return insert('changes', { at: now, ...about, act: 'changed', fields: '{}' });
    },
    /** An account that nobody has signed in to. Returns its id. */
    addAccount(approval_status: 'pending' | 'approved' = 'approved', role = 'user'): string {
      const id = randomUUID();
      const login = { email: `${id}@secret.example`, password: 'x', search_text: '' };
      insert('users', { id, ...login, approval_status, role, ...times });
      return id;
    },
    addManager: () => added.addAccount('approved', 'manager'),
    /** An account with a passkey. Returns its id. */
    addSecured(): string {
      const id = added.addAccount();
      const passkey = { name: 'Phone', public_key: 'x', counter: 0, created_at: 0 };
      insert('passkeys', { id: `passkey of ${id}`, user_id: id, ...passkey });
      return id;
    },
    /** A form that was kept for the owner. Returns its key. */
    addLateForm(): string {
      const key = newKey();
      const form = { path: '/pipeline/new', form: '[]', expire: later() };
      insert('late_forms', { key: sha256(key), user_id: ids.owner, ...form });
      return key;
    },
    /** A deal that the owner has deleted. Returns the id of its entry in the trash. */
    addTrash(): number {
      const deal = { userId: ids.owner, companyName: SECRET, industries: [], searchText: 'secret' };
      const rows = { pipelines: [{ ...deal, createdAt: now, updatedAt: now }] };
      const person = { deleted_by: 'owner@demo.example', owner: 'owner@demo.example' };
      const about = { subject: 'pipeline', name: SECRET, deals: 1, rows: JSON.stringify(rows) };
      return insert('trash', { deleted_at: now, ...person, ...about });
    },
    /** A deal of the owner's that was merged into the last one. Returns the merge's id, and the deal's. */
    addMerge(): { merge: number; loser: number } {
      const brought = { owner: ids.owner, people: [], members: [], fields: {}, rows: {} };
      const [winner_id, loser] = [lastDeal(), lastDeal() + 1_000_000];
      const merge = insert('merges', {
        ...{ winner_id, loser_id: loser, winner_name: SECRET, loser_name: SECRET },
        ...{ trash_id: added.addTrash(), act_id: 'merging', merged_at: now },
        brought: JSON.stringify(brought),
      });
      return { merge, loser };
    },
    /** The calendar of a new account. Returns its key. */
    addCalendar(): string {
      const key = newKey();
      const about = { key: sha256(key), time_zone: 'UTC', created_at: now };
      insert('calendars', { user_id: added.addAccount(), ...about });
      return key;
    },
    /** A page for an outsider about the last deal, with a new file on it, opened today. */
    addShare(): { id: number; key: string; file: number } {
      const [file, key] = [added.addFile(), newKey()];
      const id = insert('shares', {
        ...{ pipeline_id: lastDeal(), user_id: ids.owner, key: sha256(key), until: '9999-12-31' },
        ...{ facts: 1, evaluation: 1, files: JSON.stringify([file]), notes: '[]', created_at: now },
      });
      sql.prepare("insert into share_openings values (?, date('now'), 1)").run(id);
      return { id, key, file };
    },
    /** A deal that was handed over to the owner. Returns the giver's id. */
    addHandOver(): string {
      const people = { by_id: ids.admin, to_id: ids.owner };
      insert('hand_overs', { pipeline_id: added.addPipeline(), ...people, at: now });
      return ids.admin;
    },
    /** A row with SECRET in its name that the owner imports, at this step. Returns the import's id. */
    addImport(state: 'columns' | 'preview' | 'done'): number {
      const person = { user_id: ids.owner, user_email: 'owner@demo.example' };
      const id = insert('imports', {
        ...{ ...person, file_name: `${SECRET}.csv`, state, sheets: JSON.stringify([SHEET]) },
        ...{ counts: '{"new":1}', created_at: now, imported_at: state === 'done' ? now : null },
        expire: later(),
      });
      const outcome = { name: SECRET, values: { companyName: SECRET }, fields: [] };
      if (state !== 'done')
        sql
          .prepare('insert into import_rows values (?, 1, 0, 2, ?, ?, null, ?, null)')
          .run(id, JSON.stringify([SECRET]), 'new', JSON.stringify(outcome));
      return id;
    },
    /** A view of the owner's (or of somebody else), with SECRET in its name unless it is shared. Returns its id. */
    addView(isShared: boolean, of: Actor = 'owner') {
      const view = { name: isShared ? 'Shared' : SECRET, list: '/dashboard', search: 'round=Seed' };
      const place = { is_shared: Number(isShared), position: 1, ...times };
      return insert('views', { user_id: ids[of], ...view, ...place });
    },
    /** An act of the owner's on several deals. Returns its id. */
    addAct(): string {
      const act_id = randomBytes(12).toString('base64url');
      const subject = { subject: 'pipeline', subject_id: String(added.addPipeline()) };
      const change = { act: 'changed', fields: '{"fundingRound":["A",null]}', act_id };
      const about = { at: Date.now(), actor_id: ids.owner, subject_name: SECRET };
      insert('changes', { ...about, ...subject, ...change });
      return act_id;
    },
    /** An API token of the owner's. Returns its id. */
    addToken() {
      const key = sha256(newKey());
      const about = { name: key, access: 'read', created_at: now, expire: later() };
      return insert('api_tokens', { key, user_id: ids.owner, ...about });
    },
    /** A link to choose a password for a new account. Returns its key. */
    addPasswordLink(): string {
      const key = newKey();
      const link = { key: sha256(key), user_id: added.addAccount(), expire: later() };
      insert('password_links', link);
      return key;
    },
    /** Reviews by mail for a new account. Returns the key that ends them. */
    addSubscription(): string {
      const unsubscribe_key = newKey();
      const user_id = added.addAccount();
      insert('preferences', { user_id, review_mail_since: 1, unsubscribe_key });
      return unsubscribe_key;
    },
  };

  return {
    ...server,
    ...added,
    sql,
    cookies,
    ids,
    tokens,
    /** As it was at first: the actors, signed in, and nothing else. */
    reset: sql.transaction(() => {
      for (const table of CLEARED) sql.prepare(`delete from ${table}`).run();
      sql
        .prepare('delete from users where id not in (select value from json_each(?))')
        .run(JSON.stringify(Object.values(ids)));
      sql.prepare('update users set steps_dismissed_at = null').run();
      for (const { rows, revive } of first) for (const row of rows) revive.run(row);
      sql.prepare('update sessions set confirmed_at = ?').run(Date.now());
    }),
    /** A hash of every row of every table, but for when sessions end and tokens were used. */
    fingerprint(): string {
      const [own, others] = [changesOfOwn.get(), sql.pragma('data_version', { simple: true })];
      if (`${own} ${others}` !== hashed.at)
        hashed = { at: `${own} ${others}`, hash: fingerprint(sql) };
      return hashed.hash;
    },
    stop() {
      sql.close();
      return server.stop();
    },
  };
}

const CLEARED = [
  ...['pipelines', 'late_forms', 'api_tokens', 'trash'],
  ...['merges', 'imports', 'views', 'preferences'],
];

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
