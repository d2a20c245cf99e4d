// Simulates a full disk while the file FULL_DISK exists: node --import
// ./tests/support/full-disk.mjs … An empty file lets no transaction commit; a number in it is how
// many pages the database may grow by; 'reserve' leaves half of the database's reserve, and fails
// nothing by itself; 'child' lets no child process write files.
import fs, { existsSync, readFileSync } from 'node:fs';
import disk from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import SQLite from 'better-sqlite3';

// Files have no free space either or, with a number, half of what they must leave free.
const FREE_WITH_ROOM_BYTES = 512 * 1024 ** 2;
const FREE_IN_RESERVE_BYTES = 50 * 1024 ** 2;
const { statfs } = disk;
const { statfsSync } = fs;
const readGrowth = () =>
  existsSync(process.env.FULL_DISK) ? readFileSync(process.env.FULL_DISK, 'utf8') : undefined;
const whenFull = (stats) => {
  const pages = readGrowth();
  if (pages === undefined || pages === 'child') return stats;
  const free = pages === 'reserve' ? FREE_IN_RESERVE_BYTES : pages ? FREE_WITH_ROOM_BYTES : 0;
  return { ...stats, bavail: Math.floor(free / stats.bsize) };
};
disk.statfs = async (path) => whenFull(await statfs(path));
const { open } = disk;
disk.open = async (...args) => {
  const file = await open(...args);
  if (process.send && readGrowth() === 'child')
    file.writeFile = () =>
      Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  return file;
};
fs.statfsSync = (path) => whenFull(statfsSync(path));
syncBuiltinESMExports();

const { exec } = SQLite.prototype;
const MAX_PAGES = 2 ** 32 - 2;

SQLite.prototype.exec = function (source) {
  const pages = readGrowth();
  if (source === 'COMMIT' && pages === '')
    throw new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
  const result = exec.call(this, source);
  if (source === 'BEGIN IMMEDIATE') limit(this, pages);
  return result;
};

function limit(connection, growth) {
  const stored = connection.pragma('database_list').map(({ name }) => name);
  const name = stored.includes('real') ? 'real' : 'main';
  const pages = connection.pragma(`${name}.page_count`, { simple: true });
  const hasLimit = /^\d+$/.test(growth ?? '');
  connection.pragma(`${name}.max_page_count = ${hasLimit ? pages + Number(growth) : MAX_PAGES}`);
}
