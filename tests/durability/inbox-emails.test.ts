import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Dovecot, hasDovecot, startDovecot } from '../support/dovecot';
import { buildHostileEmail } from '../support/hostile-emails';
import { CERTIFICATE_FILE } from '../support/imap-server';
import { type RunningServer, startServer } from '../support/running-server';
import { ROUNDS } from './rounds';

/** Kills the real server while it fetches hostile emails from Dovecot. */
const FOLDER = 'Deals';
const { fetchedEmails, fetchCrashes } = ROUNDS;

let dovecot: Dovecot;
let server: RunningServer;
beforeAll(async () => {
  dovecot = await startDovecot();
  for (let n = 0; n < fetchedEmails; n++) dovecot.deliver(FOLDER, buildHostileEmail(n).bytes);
  server = await startServer({
    env: { IMAP_URL: dovecot.url(FOLDER), NODE_EXTRA_CA_CERTS: resolve(CERTIFICATE_FILE) },
  });
});
afterAll(async () => {
  await server.stop();
  await dovecot.stop();
});

function query<Value>(statement: string): Value[] {
  const sql = new SQLite(server.database, { readonly: true });
  const values = sql.prepare(statement).pluck().all() as Value[];
  sql.close();
  return values;
}
const countItems = () => query<number>('select count(*) from inbox_items')[0]!;
const countUnreadable = () => query<number>('select count(*) from failed_emails')[0]!;

function readPeakMemoryMb(): number {
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024;
}

describe.skipIf(!hasDovecot)('kill -9 while emails are fetched (rule 30.2)', () => {
  test(
    `${fetchedEmails} hostile emails come in once across ${fetchCrashes} kills`,
    async () => {
      let peakMb = 0;
      for (let crash = 1; crash <= fetchCrashes; crash++) {
        const wanted = Math.floor((crash / (fetchCrashes + 1)) * fetchedEmails * 0.9);
        await vi.waitUntil(() => countItems() >= wanted, { timeout: 600_000, interval: 20 });
        await pause(Math.random() * 300);
        peakMb = Math.max(peakMb, readPeakMemoryMb());
        await server.kill();
        await server.restart();
      }
      const isDone = () => dovecot.count(FOLDER) === countUnreadable();
      await vi.waitUntil(isDone, { timeout: 600_000, interval: 100 });
      peakMb = Math.max(peakMb, readPeakMemoryMb());
      const ids = query<string>('select message_id from inbox_items');
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length + dovecot.count(FOLDER)).toBe(fetchedEmails);
      expect(dovecot.count('Deal Pipeline')).toBe(ids.length);
      console.log(
        `${fetchedEmails} emails, ${fetchCrashes} kills: ${ids.length} items, ${dovecot.count(FOLDER)} unreadable ones left in the folder; 0 twice, 0 lost; ${Math.round(peakMb)} MB at most`,
      );
    },
    120_000 + fetchedEmails * 2_000,
  );
});
