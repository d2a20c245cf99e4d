// node --import ./tests/support/kill-at.mjs …: at its KILL_AT-th statement or change of files, before or after it, the process kills
// itself with SIGKILL. With PAUSE_FILE it makes that file instead, and goes on when the file is gone. With KILL_WRITES it counts each
// write and flush of a file, too.
import fs, { existsSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import SQLite from 'better-sqlite3';

const { KILL_AT, KILL_WHEN, KILL_WRITES, COUNT_FILE, PAUSE_FILE } = process.env;
let count = 0;

function stop() {
  if (!PAUSE_FILE) process.kill(process.pid, 'SIGKILL');
  writeFileSync(PAUSE_FILE, '');
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(PAUSE_FILE)) Atomics.wait(never, 0, 0, 5);
}

function counted(run) {
  return function (...values) {
    const isIt = ++count === Number(KILL_AT);
    if (isIt && KILL_WHEN === 'before') stop();
    const result = run.apply(this, values);
    if (isIt && KILL_WHEN !== 'before') stop();
    return result;
  };
}

const { exec, pragma, prepare } = SQLite.prototype;
SQLite.prototype.exec = counted(exec);
SQLite.prototype.pragma = counted(pragma);
SQLite.prototype.prepare = function (source) {
  const statement = prepare.call(this, source);
  for (const name of ['run', 'get', 'all']) statement[name] = counted(statement[name]);
  return statement;
};
const WRITES = KILL_WRITES ? ['linkSync', 'mkdirSync', 'writeSync', 'fsyncSync'] : [];
for (const name of ['copyFileSync', 'renameSync', 'rmSync', ...WRITES])
  fs[name] = counted(fs[name]);
syncBuiltinESMExports();

const { log } = console;
console.log = (...lines) => {
  log(...lines);
  if (COUNT_FILE) {
    writeFileSync(COUNT_FILE, String(count));
    process.kill(process.pid, 'SIGTERM');
  }
};
