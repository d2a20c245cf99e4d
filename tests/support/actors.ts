import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect } from 'vitest';
import { ADMIN, type Answer, type RunningServer, startServer } from './running-server';

export const ACTORS = [
  ...(['signed out', 'pending', 'rejected', 'disabled'] as const),
  ...(['owner', 'member', 'other', 'manager', 'admin'] as const),
];
export type Actor = (typeof ACTORS)[number];
export const TOKEN_KINDS = ['read', 'write', 'expired'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
export const PASSWORD = 'a-password-of-2026';

/** Only those who may see a record may read this text. */
export const SECRET = 'Secret Holding 4711';

export type PeopledServer = Awaited<ReturnType<typeof startPeopledServer>>;

/** Returns the cookies of an answer as `name=value; name=value`. */
export function getCookies({ headers }: Answer): string {
  return (headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0]).join('; ');
}

export async function signIn(server: RunningServer, account = ADMIN): Promise<string> {
  return getCookies(await server.ask('POST', '/api/auth/login', { json: account }));
}

function getSessionCookie(answer: Answer): string {
  return getCookies(answer)
    .split('; ')
    .find((cookie) => cookie.startsWith('session='))!;
}

/** Starts a server with all actors signed in, and functions that add records. */
export async function startPeopledServer(env?: Record<string, string>) {
  const server = await startServer({ env });
  const sql = new SQLite(server.database);
  for (const pragma of ['busy_timeout = 2000', 'foreign_keys = ON', 'synchronous = OFF'])
    sql.pragma(pragma);
  const insert = (table: string, values: Record<string, unknown>): number => {
    const names = Object.keys(values);
    const placeholders = names.map((name) => `@${name}`);
    const row = sql.prepare(
      `insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${placeholders.join()})`,
    );
    return Number(row.run(values).lastInsertRowid);
  };
  const readNumber = (query: string) => sql.prepare(query).pluck().get() as number;
  const lastDeal = () => readNumber('select max(id) from pipelines');
  const signInActor = async (email: string, password: string) => {
    const answer = await server.ask('POST', '/api/auth/login', { json: { email, password } });
    expect(answer.status).toBe(200);
    const { user } = JSON.parse(answer.text) as { user: { id: string } };
    return { cookie: getSessionCookie(answer), id: user.id };
  };

  const admin = await signInActor(ADMIN.email, ADMIN.password);
  const cookies = { admin: admin.cookie } as Record<Actor, string | undefined>;
  /** Account ids; empty for the signed out. */
  const ids = { 'signed out': '', admin: admin.id } as Record<Actor, string>;
  for (const actor of ACTORS) {
    if (actor === 'signed out' || actor === 'admin') continue;
    const email = `${actor}@demo.example`;
    const json = { email, password: PASSWORD, firstName: actor, lastName: 'Person' };
    const path = actor === 'manager' ? '/api/admin/users/manager' : '/api/admin/users';
    const added = await server.ask('POST', path, { cookie: admin.cookie, json });
    expect(added.status).toBe(201);
    ({ cookie: cookies[actor], id: ids[actor] } = await signInActor(email, PASSWORD));
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
  /** API tokens; unknown ones for the signed out. */
  const tokens = Object.fromEntries(
    ACTORS.map((actor) => [
      actor,
      Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, newToken(actor, kind)])),
    ]),
  ) as Record<Actor, Record<TokenKind, string>>;
  const first = ['sessions', 'api_tokens'].map((table) => {
    const rows = sql.prepare(`select * from ${table}`).all() as Record<string, unknown>[];
    const names = Object.keys(rows[0]!);
    const placeholders = names.map((name) => `@${name}`).join();
    const revive = `insert or ignore into ${table} (${names.join()}) values (${placeholders})`;
    return { rows, revive: sql.prepare(revive) };
  });

  const clearing = [
    ...CLEARED.map((table) => sql.prepare(`delete from ${table}`)),
    sql.prepare('update users set steps_dismissed_at = null'),
  ];
  const deleteOtherUsers = sql.prepare(
    'delete from users where id not in (select value from json_each(?))',
  );
  const confirmSessions = sql.prepare('update sessions set confirmed_at = ?');

  /** Caches the hash until this connection or another one changes something. */
  let hashed = { at: '', hash: '' };
  const hashRows = prepareFingerprint(sql);
  const changesOfOwn = sql.prepare('select total_changes()').pluck();

  const added = {
    /**
     * Adds an evaluated deal of the owner's with the collaborator `member` and SECRET in its name.
     * Returns its id.
     */
    addDeal(actor: Actor = 'owner'): number {
      const deal = { user_id: ids[actor], company_name: SECRET, search_text: 'secret' };
      const pipeline_id = insert('pipelines', { ...deal, ...times });
      const scores = { market_notes: SECRET, overall_score: 5 };
      insert('evaluations', { pipeline_id, ...scores, ...times });
      insert('members', { user_id: ids.member, pipeline_id, since: now });
      return pipeline_id;
    },
    addContact: () =>
      insert('contacts', { pipeline_id: lastDeal(), name: SECRET, search_text: 'secret' }),
    addFile(): number {
      const folder = `${server.database}.files`;
      mkdirSync(folder, { recursive: true });
      const path = join(folder, sha256(SECRET));
      // Written once, because the server may be reading it.
      if (!existsSync(path)) writeFileSync(path, SECRET);
      return insert('files', {
        pipeline_id: lastDeal(),
        name: SECRET,
        size: SECRET.length,
        type: 'text/plain',
        sha256: sha256(SECRET),
        user_id: ids.owner,
        created_at: now,
        search_text: 'secret',
      });
    },
    /** Adds an open round of the last deal that asks the collaborator. */
    addRound(): number {
      const round_id = insert('rounds', {
        pipeline_id: lastDeal(),
        company_name: SECRET,
        opened_by_id: ids.owner,
        opened_by_name: 'Owner',
        opened_by_email: 'owner@demo.example',
        opened_at: now,
        until: '2199-12-31',
      });
      const person = { user_id: ids.member, name: 'Member', email: 'member@demo.example' };
      insert('round_evaluators', { round_id, ...person });
      return round_id;
    },
    addTask() {
      const person = { user_id: ids.owner, person: 'owner@demo.example' };
      return insert('tasks', { pipeline_id: lastDeal(), title: SECRET, ...person });
    },
    addNote() {
      const author = { author_id: ids.owner, author_name: 'Owner', created_at: now };
      const text = { text: SECRET, search_text: 'secret' };
      return insert('notes', { pipeline_id: lastDeal(), ...author, ...text });
    },
    addInboxItem: () =>
      insert('inbox_items', {
        source: 'form',
        state: 'pending',
        received_at: now,
        company_name: SECRET,
        contact_name: SECRET,
        contact_email: 'noor@secret.example',
        text: SECRET,
        industries: '[]',
        answered_ids: '[]',
        to: '[]',
        quoted_text: '',
        search_text: 'secret',
      }),
    addDeclinedItem(): number {
      const id = added.addInboxItem();
      sql.prepare("update inbox_items set state = 'declined' where id = ?").run(id);
      return id;
    },
    addInboxFile(): number {
      added.addDeal();
      added.addFile();
      return insert('inbox_files', {
        item_id: readNumber('select max(id) from inbox_items'),
        name: SECRET,
        size: SECRET.length,
        type: 'text/plain',
        sha256: sha256(SECRET),
      });
    },
    addChange() {
      const about = {
        subject: 'pipeline',
        subject_id: String(lastDeal() ?? 0),
        subject_name: SECRET,
      };
      return insert('changes', { at: now, ...about, act: 'changed', fields: '{}' });
    },
    addAccount(approval_status: 'pending' | 'approved' = 'approved', role = 'user'): string {
      const id = randomUUID();
      const login = { email: `${id}@secret.example`, password: 'x', search_text: '' };
      insert('users', { id, ...login, approval_status, role, ...times });
      return id;
    },
    addManager: () => added.addAccount('approved', 'manager'),
    addPasskeyUser(): string {
      const id = added.addAccount();
      const passkey = { name: 'Phone', public_key: 'x', counter: 0, created_at: 0 };
      insert('passkeys', { id: `passkey of ${id}`, user_id: id, ...passkey });
      return id;
    },
    addSavedSubmission(): string {
      const key = newKey();
      const form = { path: '/pipeline/new', form: '[]', expire: later() };
      insert('late_forms', { key: sha256(key), user_id: ids.owner, ...form });
      return key;
    },
    addTrash(): number {
      const deal = { userId: ids.owner, companyName: SECRET, industries: [], searchText: 'secret' };
      const rows = { pipelines: [{ ...deal, createdAt: now, updatedAt: now }] };
      const person = { deleted_by: 'owner@demo.example', owner: 'owner@demo.example' };
      const about = { subject: 'pipeline', name: SECRET, deals: 1, rows: JSON.stringify(rows) };
      return insert('trash', { deleted_at: now, ...person, ...about });
    },
    addMerge(): { merge: number; loser: number } {
      const brought = { owner: ids.owner, people: [], members: [], fields: {}, rows: {} };
      const winner_id = lastDeal();
      const loser = lastDeal() + 1_000_000;
      const merge = insert('merges', {
        winner_id,
        loser_id: loser,
        winner_name: SECRET,
        loser_name: SECRET,
        trash_id: added.addTrash(),
        act_id: 'merging',
        merged_at: now,
        brought: JSON.stringify(brought),
      });
      return { merge, loser };
    },
    addCalendar(): string {
      const key = newKey();
      const about = { key: sha256(key), time_zone: 'UTC', created_at: now };
      insert('calendars', { user_id: added.addAccount(), ...about });
      return key;
    },
    addMemo(): number {
      return insert('memos', {
        pipeline_id: lastDeal(),
        title: SECRET,
        sha256: sha256(SECRET),
        html: SECRET,
        created_at: now,
        created_by_id: ids.owner,
        created_by_name: 'Owner',
      });
    },
    addDecision(): number {
      const stage_id = readNumber(
        "select id from list_entries where list = 'stages' and kind = 'lost'",
      );
      return insert('decisions', {
        pipeline_id: lastDeal(),
        stage_id,
        kind: 'lost',
        text: SECRET,
        act_id: 'closing',
        decided_by_id: ids.owner,
        decided_by_name: 'Owner',
        decided_at: now,
      });
    },
    addShare(): { id: number; key: string; file: number } {
      const file = added.addFile();
      const key = newKey();
      const id = insert('shares', {
        pipeline_id: lastDeal(),
        user_id: ids.owner,
        key: sha256(key),
        until: '9999-12-31',
        facts: 1,
        evaluation: 1,
        files: JSON.stringify([file]),
        notes: '[]',
        created_at: now,
      });
      sql.prepare("insert into share_openings values (?, date('now'), 1)").run(id);
      return { id, key, file };
    },
    addTransfer(): string {
      const people = { by_id: ids.admin, to_id: ids.owner };
      insert('hand_overs', { pipeline_id: added.addDeal(), ...people, at: now });
      return ids.admin;
    },
    addImport(state: 'columns' | 'preview' | 'done', unknownValues: unknown[] = []): number {
      const person = { user_id: ids.owner, user_email: 'owner@demo.example' };
      const id = insert('imports', {
        ...person,
        file_name: `${SECRET}.csv`,
        state,
        sheets: JSON.stringify([SHEET]),
        counts: '{"new":1}',
        created_at: now,
        imported_at: state === 'done' ? now : null,
        unknown_values: JSON.stringify(unknownValues),
        expire: later(),
      });
      const outcome = { name: SECRET, values: { companyName: SECRET }, fields: [] };
      if (state !== 'done')
        sql
          .prepare('insert into import_rows values (?, 1, 0, 2, ?, ?, null, ?, null)')
          .run(id, JSON.stringify([SECRET]), 'new', JSON.stringify(outcome));
      return id;
    },
    /** Adds a saved view, with SECRET in its name unless it is shared. Returns its id. */
    addView(isShared: boolean, actor: Actor = 'owner') {
      const view = { name: isShared ? 'Shared' : SECRET, list: '/dashboard', search: 'round=Seed' };
      const position = { is_shared: Number(isShared), position: 1, ...times };
      return insert('views', { user_id: ids[actor], ...view, ...position });
    },
    addOperation(): string {
      const act_id = randomBytes(12).toString('base64url');
      const subject = { subject: 'pipeline', subject_id: String(added.addDeal()) };
      const change = { act: 'changed', fields: '{"fundingRound":["A",null]}', act_id };
      const about = { at: Date.now(), actor_id: ids.owner, subject_name: SECRET };
      insert('changes', { ...about, ...subject, ...change });
      return act_id;
    },
    addToken() {
      const key = sha256(newKey());
      const about = { name: key, access: 'read', created_at: now, expire: later() };
      return insert('api_tokens', { key, user_id: ids.owner, ...about });
    },
    addPasswordLink(): string {
      const key = newKey();
      const link = { key: sha256(key), user_id: added.addAccount(), expire: later() };
      insert('password_links', link);
      return key;
    },
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
    reset: sql.transaction(() => {
      for (const statement of clearing) statement.run();
      deleteOtherUsers.run(JSON.stringify(Object.values(ids)));
      for (const { rows, revive } of first) for (const row of rows) revive.run(row);
      confirmSessions.run(Date.now());
    }),
    /** Hashes every row of every table, except columns that reads may change. */
    fingerprint(): string {
      const own = changesOfOwn.get();
      const others = sql.pragma('data_version', { simple: true });
      if (`${own} ${others}` !== hashed.at) hashed = { at: `${own} ${others}`, hash: hashRows() };
      return hashed.hash;
    },
    stop() {
      sql.close();
      return server.stop();
    },
  };
}

const CLEARED = [
  'pipelines',
  'late_forms',
  'api_tokens',
  'trash',
  'merges',
  'imports',
  'views',
  'preferences',
];

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
 * Columns that reads never change: they may extend a session, or record uses of tokens, calendars
 * and shared pages. The history can only grow, so its count is enough.
 */
const COLUMNS: Record<string, string> = {
  sessions: 'sid, user_id, sess',
  api_tokens: 'id, key, user_id, name, access, created_at, expire',
  calendars: 'user_id, key, time_zone, created_at',
  share_openings: 'share_id, day',
  changes: 'count(*)',
};

/** Returns a function that hashes the rows of all tables. */
function prepareFingerprint(sql: SQLite.Database): () => string {
  // The search index is derived from the deals.
  const tables = sql
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
    )
    .pluck()
    .all() as string[];
  const queries = tables.map((table) =>
    sql.prepare(`select ${COLUMNS[table] ?? '*'} from "${table}" order by rowid`).raw(),
  );
  return () => {
    const hash = createHash('sha256');
    for (const query of queries) hash.update(JSON.stringify(query.all()));
    return hash.digest('hex');
  };
}
