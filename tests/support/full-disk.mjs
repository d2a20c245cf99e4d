// node --import ./tests/support/full-disk.mjs …: while the file FULL_DISK exists, the disk is full.
// An empty file lets no transaction commit; a number in it is how many pages the database may grow by.
import fs, { existsSync, readFileSync } from 'node:fs';
import disk from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import SQLite from 'better-sqlite3';

// It has nothing free for files either.
const { statfs } = disk;
const { statfsSync } = fs;
const whenFull = () => (existsSync(process.env.FULL_DISK) ? { bavail: 0 } : {});
disk.statfs = async (path) => ({ ...(await statfs(path)), ...whenFull() });
fs.statfsSync = (path) => ({ ...statfsSync(path), ...whenFull() });
syncBuiltinESMExports();

const { exec } = SQLite.prototype;
const MOST_PAGES = 2 ** 32 - 2;

SQLite.prototype.exec = function (source) {
  const path = process.env.FULL_DISK;
  const room = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (source === 'COMMIT' && room === '')
    throw new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
  const result = exec.call(this, source);
  if (source === 'BEGIN IMMEDIATE') limit(this, room);
  return result;
};

function limit(connection, room) {
  const stored = connection.pragma('database_list').map(({ name }) => name);
  const name = stored.includes('real') ? 'real' : 'main';
  const pages = connection.pragma(`${name}.page_count`, { simple: true });
  connection.pragma(`${name}.max_page_count = ${room ? pages + Number(room) : MOST_PAGES}`);
}
