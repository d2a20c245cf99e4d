// node --import ./tests/kill-at.mjs …: kills its own process with SIGKILL at the KILL_AT-th statement, before or after it.
import { writeFileSync } from 'node:fs';
import SQLite from 'better-sqlite3';

const { KILL_AT, KILL_WHEN, COUNT_FILE } = process.env;
let count = 0;

function counted(run) {
  return function (...values) {
    count++;
    const isIt = count === Number(KILL_AT);
    if (isIt && KILL_WHEN === 'before') process.kill(process.pid, 'SIGKILL');
    const result = run.apply(this, values);
    if (isIt) process.kill(process.pid, 'SIGKILL');
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

const { log } = console;
console.log = (...lines) => {
  log(...lines);
  if (COUNT_FILE) {
    writeFileSync(COUNT_FILE, String(count));
    process.kill(process.pid, 'SIGTERM');
  }
};
