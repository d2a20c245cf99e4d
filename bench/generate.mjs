// Databases of invented deals, kept in bench/.data: node bench/generate.mjs [deals]
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
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import bcrypt from 'bcryptjs';
import SQLite from 'better-sqlite3';
import { runnerImport } from 'vite';
import { inventDeals, inventNotes, inventUsers } from './invented.mjs';
import { addRecent } from './recent.mjs';
import { PASSWORD, product } from './servers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const DATA = join(here, '.data');
const MIGRATIONS = join(here, '../db/migrations');
export const MANAGER = 'manager@bench.example';
/** A fixed salt, so that the rows are the same each time. */
const HASHED = bcrypt.hashSync(PASSWORD, '$2b$10$abcdefghijklmnopqrstuu');

/** A new copy of the database with this many deals, to be written to. `remove` deletes it. */
export async function databaseOf(count) {
  const made = await generate(count);
  const folder = mkdtempSync(join(DATA, 'run-'));
  const file = join(folder, 'bench.db');
  copyFileSync(made, file);
  const db = new SQLite(file);
  addRecent(db, count);
  db.close();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Makes the database once for each state of the schema and of the inventions. Returns its path. */
async function generate(count) {
  const file = join(DATA, `deals-${count}-${fingerprint()}.db`);
  if (existsSync(file)) return file;
  mkdirSync(DATA, { recursive: true });
  const unfinished = `${file}.unfinished`;
  for (const end of ['', '-wal', '-shm']) rmSync(unfinished + end, { force: true });
  // The product makes its own schema, triggers and first administrator.
  await (await product(unfinished)).stop();
  const db = new SQLite(unfinished);
  const rules = await productRules();
  // A database that is not finished is made anew: it needs no log on the disk.
  db.pragma('journal_mode = memory');
  db.pragma('synchronous = off');
  db.pragma('cache_size = -500000');
  db.transaction(() => indexingAtOnce(db, () => fill(db, count, rules)))();
  db.pragma('journal_mode = wal');
  db.close();
  renameSync(unfinished, file);
  return file;
}

function fingerprint() {
  const files = [
    ...readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => join(MIGRATIONS, name)),
    join(here, 'invented.mjs'),
    join(here, 'generate.mjs'),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 8);
}

/** The plain rules of app/models, so that derived columns hold what the product would write. */
export async function productRules() {
  const load = async (name) =>
    (
      await runnerImport(join(here, '../app/models', name), {
        configFile: false,
        logLevel: 'error',
        resolve: { alias: { '~': join(here, '../app'), '#db': join(here, '../db') } },
      })
    ).module;
  return Object.assign(
    {},
    ...(await Promise.all(
      [
        'pipeline/options.ts',
        'pipeline/company-key.ts',
        'evaluation/criteria.ts',
        'evaluation/score.ts',
        '../../db/fold.ts',
      ].map(load),
    )),
  );
}

/** Runs `write` without indexes, and makes them at its end. */
function indexingAtOnce(db, write) {
  const indexes = db
    .prepare("select name, sql from sqlite_schema where type = 'index' and sql is not null")
    .all();
  for (const { name } of indexes) db.exec(`drop index ${name}`);
  write();
  for (const { sql } of indexes) db.exec(sql);
}

function fill(db, count, rules) {
  const insert = inserter(db);
  const owners = [...inventUsers()].map((user, i) => insertUser(insert, rules, user, i));
  insertUser(
    insert,
    rules,
    { email: MANAGER, firstName: 'Maren', lastName: 'Holt', group: 'CCBI', role: 'manager' },
    owners.length,
  );
  let made = 0;
  for (const { deal, owner, scores } of inventDeals(count, rules)) {
    const { createdAt, updatedAt } = deal;
    const notes = notesOf(++made, deal);
    const pipelineId = insert('pipelines', {
      ...deal,
      ...derived(rules, deal),
      industries: JSON.stringify(deal.industries),
      notedAt: notes.at(-1)?.createdAt ?? null,
      userId: owners[owner],
    });
    if (scores)
      insert('evaluations', {
        pipelineId,
        ...scores,
        overallScore: rules.overallScore(scores),
        createdAt,
        updatedAt,
      });
    const author = { authorId: owners[owner], authorName: 'Analyst' };
    for (const note of notes)
      insert('notes', {
        pipelineId,
        ...author,
        ...note,
        searchText: rules.searchTextOf(note.text),
      });
  }
}

function derived(rules, deal) {
  const { updatedAt, companyName, ceoName, cooName, cfoName, nextMeetingDate } = deal;
  const dueAt = rules.meetingDueAt({ ...deal, nextMeetingSetAt: new Date(updatedAt) });
  return {
    searchText: rules.searchTextOf(companyName, ceoName, cooName, cfoName),
    introductionText: rules.searchTextOf(deal.businessIntroduction),
    nextMeetingSetAt: nextMeetingDate ? updatedAt : null,
    meetingDueAt: dueAt?.getTime() ?? null,
    companyKey: rules.companyKey(companyName),
    meetingDays: rules.meetingDays(nextMeetingDate),
    roundRank: rules.roundRank(deal.fundingRound),
  };
}

/** Notes of a deal, oldest first. One deal of three has notes, one of them long. */
function notesOf(n, deal) {
  const { companyName, businessIntroduction, createdAt } = deal;
  const notes = inventNotes(n, deal);
  return notes.length
    ? [{ text: `${companyName}: ${businessIntroduction}`, createdAt }, ...notes]
    : [];
}

function insertUser(insert, { folded, searchTextOf }, user, i) {
  const id = `bench-user-${String(i).padStart(2, '0')}`;
  const derived = {
    searchText: searchTextOf(`${user.firstName} ${user.lastName} ${user.email}`),
    sortName: folded(user.firstName),
  };
  const createdAt = Date.UTC(2024, 0, 1) + i;
  insert('users', {
    ...user,
    ...derived,
    id,
    password: HASHED,
    approvalStatus: 'approved',
    createdAt,
    updatedAt: createdAt,
  });
  return id;
}

/** Inserts a row by its property names and returns its number. */
function inserter(db) {
  const statements = new Map();
  return (table, row) => {
    const columns = Object.keys(row).map(
      (key) => `"${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`,
    );
    const text = `insert into ${table} (${columns}) values (${columns.map(() => '?')})`;
    if (!statements.has(text)) statements.set(text, db.prepare(text));
    return statements.get(text).run(Object.values(row)).lastInsertRowid;
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(await generate(Number(process.argv[2] ?? 10_000)));
