// node --import ./tests/support/full-disk.mjs …: while the file FULL_DISK exists, SQLite can write
// nothing, as on a full disk.
import { existsSync } from 'node:fs';
import SQLite from 'better-sqlite3';

const { exec } = SQLite.prototype;
SQLite.prototype.exec = function (source) {
  if (source === 'COMMIT' && existsSync(process.env.FULL_DISK))
    throw new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
  return exec.call(this, source);
};
