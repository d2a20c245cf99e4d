import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreBackup } from '#db/restore';
import { signIn } from '../support/actors';
import { type RunningServer, startServer } from '../support/running-server';
import { ROUNDS } from './rounds';

/**
 * Kills the real server during an import and its undo, and restarts it on the same data. `npm run
 * durability` is the long run.
 */
const ROWS = 2_000;
const ENDED = ['none', 'failed', 'columns', 'preview', 'done'];

let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  cookie = await signIn(server);
}, 60_000);
afterAll(() => server.stop());

/** A word separates the numbers: 'Round1 11' and 'Round11 1' would be one company. */
function createFile(prefix: string): string {
  const rows = Array.from({ length: ROWS }, (_, n) => `${prefix} company ${n},Ceo ${n}`);
  return `Company,CEO\n${rows.join('\n')}\n`;
}

/** Durations of the last run that was not killed, in ms; the next is killed within them. */
const took = { POST: 2_000, DELETE: 1_000 };

async function askAndKill(method: 'POST' | 'DELETE', path: string, csv?: string) {
  const begun = performance.now();
  const answer = server.ask(method, path, { cookie, csv }).catch(() => undefined);
  await Promise.race([answer, pause(Math.random() * took[method] * 1.2)]);
  await server.kill();
  const status = (await answer)?.status;
  if (status) took[method] = performance.now() - begun;
  await server.restart();
  return status;
}

function stored(prefix: string) {
  const sql = new SQLite(server.database, { readonly: true });
  const count = (from: string) =>
    sql.prepare(`select count(*) from ${from} like '${prefix} %'`).pluck().get() as number;
  const [latest] = sql
    .prepare('select id, state, undone_at is not null as undone from imports order by id desc')
    .all() as { id: number; state: string; undone: number }[];
  const found = {
    deals: count('pipelines where company_name'),
    history: count("changes where act = 'created' and act_id like 'import-%' and subject_name"),
    trash: count('trash where name'),
    id: latest?.id ?? 0,
    state: latest?.state ?? 'none',
    undone: latest?.undone === 1,
  };
  sql.close();
  return found;
}

test(
  `kill -9 in ${ROUNDS.importCrashes} imports and undos leaves all or nothing`,
  async () => {
    const seen: string[] = [];
    for (let round = 0; round < ROUNDS.importCrashes; round++) {
      const prefix = `Round${round}`;
      const csv = createFile(prefix);
      const status = await askAndKill('POST', '/api/pipelines/import', csv);
      let now = stored(prefix);
      seen.push(`${status ?? 'killed'}: ${now.state}`);
      expect(ENDED).toContain(now.state);
      const isDone = now.deals === ROWS;
      expect([now.deals, now.history]).toEqual(isDone ? [ROWS, ROWS] : [0, 0]);
      if (status !== undefined) expect([status, isDone]).toEqual([201, true]);
      if (!isDone) {
        const again = await server.ask('POST', '/api/pipelines/import', { cookie, csv });
        expect(again.status).toBe(201);
        now = stored(prefix);
      }
      expect(now.state).toBe('done');
      const undo = await askAndKill('DELETE', `/api/imports/${now.id}`);
      const after = stored(prefix);
      seen.push(`${undo ?? 'killed'}: ${after.undone ? 'undone' : 'not undone'}`);
      expect([after.deals, after.trash]).toEqual(after.undone ? [0, ROWS] : [ROWS, 0]);
      if (undo !== undefined) expect([undo, after.undone]).toEqual([200, true]);
    }
    console.log(seen.join(', '));
  },
  60_000 + ROUNDS.importCrashes * 60_000,
);

test(
  `backups of ${ROUNDS.importCrashes} running imports hold all or nothing`,
  async () => {
    const seen: string[] = [];
    for (let round = 0; round < ROUNDS.importCrashes; round++) {
      const prefix = `Saved${round}`;
      const begun = performance.now();
      const answer = server.ask('POST', '/api/pipelines/import', {
        cookie,
        csv: createFile(prefix),
      });
      await pause(Math.random() * took.POST);
      const backup = `${server.database}.${round}`;
      const source = new SQLite(server.database, { readonly: true });
      await source.backup(backup);
      source.close();
      expect((await answer).status).toBe(201);
      took.POST = performance.now() - begun;
      await server.kill();
      await restoreBackup(backup, server.database);
      await server.restart();
      const { deals, history, state } = stored(prefix);
      seen.push(`${state}: ${deals}`);
      expect(ENDED).toContain(state);
      expect([deals, history]).toEqual(deals ? [ROWS, ROWS] : [0, 0]);
      cookie = await signIn(server);
    }
    console.log(seen.join(', '));
  },
  60_000 + ROUNDS.importCrashes * 60_000,
);
