import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../support/actors';
import { ignoreUnlessAsserted, type RunningServer, startServer } from '../support/running-server';
import { ROUNDS } from './rounds';

/**
 * Kills the real server during uploads and deletions: each file is whole or absent, acknowledged
 * ones are there, and a day later no unused content is left. FILE_MB=1-50 sends
 * larger files than up to 4 MB.
 */
const [MIN_FILE_MB = 0, MAX_FILE_MB = 4] = (process.env.FILE_MB ?? '0-4').split('-').map(Number);
const PEOPLE = 4;
const MB = 1024 * 1024;

let server: RunningServer;
let cookie: string;
let deal: number;
beforeAll(async () => {
  server = await startServer({ env: { MAX_DEAL_FILES_MB: '100000' } });
  cookie = await signIn(server);
});
afterAll(() => server.stop());

const computeHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const folder = () => `${server.database}.files`;
let added = 0;
let read = 0;

async function work(sure: Map<string, boolean>): Promise<void> {
  const ask = server.newConnection();
  const headers = { 'Content-Type': 'multipart/form-data; boundary=limit' };
  const path = `/api/pipelines/${deal}/files`;
  for (let n = 0; ; n++) {
    const bytes = randomBytes(
      Math.ceil((MIN_FILE_MB + Math.random() ** 3 * (MAX_FILE_MB - MIN_FILE_MB)) * MB),
    );
    const sha256 = computeHash(bytes);
    const body = Buffer.concat([
      Buffer.from('--limit\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--limit--\r\n'),
    ]);
    const { status, text } = await ask('POST', path, { cookie, body, headers });
    expect(status).toBe(201);
    sure.set(sha256, true);
    added++;
    const { id } = JSON.parse(text) as { id: number };
    expect((await ask('GET', `${path}/${id}`, { cookie })).status).toBe(200);
    read++;
    if (n % 3) continue;
    sure.delete(sha256);
    await ask('DELETE', `${path}/${id}`, { cookie });
  }
}

function query(statement: string): string[] {
  const sql = new SQLite(server.database, { readonly: true });
  const found = sql.prepare(statement).pluck().all() as string[];
  sql.close();
  return found;
}

describe('kill -9 while attachments are stored (rule 26.2)', () => {
  test(
    `kill -9 in ${ROUNDS.fileCrashes} rounds leaves attachments whole or gone`,
    async () => {
      let left = 0;
      for (let round = 0; round < ROUNDS.fileCrashes; round++) {
        const json = { companyName: `Round ${round}` };
        const made = await server.ask('POST', '/api/pipelines', { cookie, json });
        deal = (JSON.parse(made.text) as { id: number }).id;
        const sure = new Map<string, boolean>();
        const people = Array.from({ length: PEOPLE }, () => work(sure).catch(ignoreUnlessAsserted));
        await pause((MAX_FILE_MB / 4) * (200 + Math.random() * 800));
        await server.kill();
        await Promise.all(people);
        const onDisk = readdirSync(folder());
        left += onDisk.filter((name) => name.endsWith('.part')).length;
        const named = query('select sha256 from files');
        for (const sha256 of [...sure.keys(), ...named])
          expect(computeHash(readFileSync(join(folder(), sha256))), 'its bytes are whole').toBe(
            sha256,
          );
        expect([...sure.keys()].filter((sha256) => !named.includes(sha256))).toEqual([]);
        // Unused contents are deleted after a day.
        const yesterday = new Date(Date.now() - 86_400_000);
        for (const name of onDisk) utimesSync(join(folder(), name), yesterday, yesterday);
        await server.restart();
        const known = query(
          "select sha256 from files union select coalesce(fields ->> '$.sha256[1]', fields ->> '$.sha256[0]') from changes where subject = 'file'",
        );
        await expect
          .poll(() => readdirSync(folder()).filter((name) => !known.includes(name)))
          .toEqual([]);
        const { status } = await server.ask('DELETE', `/api/pipelines/${deal}`, { cookie });
        expect(status).toBe(200);
      }
      console.log(
        `${ROUNDS.fileCrashes} rounds, ${added} files of ${MIN_FILE_MB} to ${MAX_FILE_MB} MB added and ${read} read, ${left} uploads cut off; each whole or absent, 0 orphans`,
      );
    },
    60_000 + ROUNDS.fileCrashes * MAX_FILE_MB * 5_000,
  );
});
