// Generates databases of invented deals in bench/.data: 50 analysts import them into the product.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { createFile, USERS } from './invented.mjs';
import { ADMIN, send, signIn, startProduct } from './servers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const DATA = join(here, '.data');
const MIGRATIONS = join(here, '../db/migrations');
export const MANAGER = 'manager@bench.example';

export async function copyDatabase(count) {
  const path = join(DATA, `deals-${count}-${fingerprint()}.db`);
  if (!existsSync(path)) await generate(path, count);
  const folder = mkdtempSync(join(DATA, 'run-'));
  const file = join(folder, 'bench.db');
  copyFileSync(path, file);
  write(file, spreadOverTime);
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function fingerprint() {
  const migrations = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  const files = migrations.map((name) => join(MIGRATIONS, name));
  const hash = createHash('sha256');
  for (const file of [...files, join(here, 'invented.mjs'), join(here, 'generate.mjs')])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 8);
}

async function generate(path, count) {
  mkdirSync(DATA, { recursive: true });
  const unfinished = `${path}.unfinished`;
  for (const end of ['', '-wal', '-shm']) rmSync(unfinished + end, { force: true });
  await (await startProduct(unfinished)).stop();
  write(unfinished, addPeople);
  const server = await startProduct(unfinished);
  const each = count / USERS.length;
  for (const [i, { email }] of USERS.entries()) {
    const body = createFile(each, { seed: i, first: i * each + 1 });
    const cookie = await signIn(server.base, email);
    const request = { method: 'POST', cookie, body, type: 'text/csv' };
    await send(server, '/api/pipelines/import?onDuplicate=create', request);
  }
  await server.stop();
  write(unfinished, addEvaluationsAndNotes);
  renameSync(unfinished, path);
}

function write(file, change) {
  const db = new SQLite(file);
  db.pragma('synchronous = off');
  db.pragma('cache_size = -500000');
  db.transaction(() => change(db))();
  db.close();
}

function addPeople(db) {
  const add = db.prepare(`
    insert into users (id, email, password, first_name, last_name, "group", role, approval_status, search_text, sort_name, created_at, updated_at)
    select lower(@email), @email, password, @firstName, @lastName, @group, @role, 'approved', lower(@firstName || ' ' || @email), lower(@firstName), created_at, created_at
    from users where email = '${ADMIN}'`);
  for (const user of USERS) add.run({ ...user, role: 'user' });
  const manager = { email: MANAGER, firstName: 'Maren', lastName: 'Holt', group: 'CCBI' };
  add.run({ ...manager, role: 'manager' });
}

/**
 * Evaluates three deals in ten, adds a note to one in three, and puts one in nine into each stage.
 */
function addEvaluationsAndNotes(db) {
  const columns = db.pragma('table_info(evaluations)').filter(({ type }) => type === 'REAL');
  const names = columns.map(({ name }) => name);
  db.exec(`
    insert into evaluations (pipeline_id, ${names}, created_at, updated_at)
    select id, ${names.map(() => '5.5')}, created_at, created_at from pipelines where id % 10 < 3;
    insert into notes (pipeline_id, author_id, author_name, text, search_text, created_at)
    select id, user_id, 'Analyst', business_introduction, details_text, created_at from pipelines where id % 3 = 0;
    update pipelines set noted_at = created_at where id % 3 = 0;
    update pipelines set stage_id = (
      select s.id from list_entries s where s.list = 'stages' and s.position = 1 + pipelines.id % 9
    )`);
}

/**
 * Spreads deals over 540 days. The last week has one new deal in a hundred, at most 3,000, as many
 * notes, and as many changed scores.
 */
function spreadOverTime(db) {
  const day = 86_400_000;
  const deals = db.prepare('select max(id) from pipelines').pluck().get();
  const recent = Math.min(3_000, Math.ceil(deals / 100));
  const old = `${Date.now()} - ${8 * day} - (${deals} - id) * ${Math.floor((532 * day) / deals)}`;
  db.exec(`
    update pipelines set created_at = ${old}, updated_at = ${old};
    update pipelines set created_at = ${Date.now()} - id, updated_at = ${Date.now()} - id where id > ${deals - recent};
    insert into changes (at, subject, subject_id, subject_name, act, fields)
    select ${Date.now()} - id, 'pipeline', id, company_name, 'changed', '{"evaluationScore":[5.5,8]}' from pipelines where id <= ${recent};
    update notes set created_at = ${Date.now()} - id where id > ${Math.floor(deals / 3) - recent}`);
}
