import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../support/actors';
import { buildEmail, filePart, textPart } from '../support/emails';
import { ignoreUnlessAsserted, type RunningServer, startServer } from '../support/running-server';
import { ROUNDS } from './rounds';

/** Kills the real server while items are accepted: none is lost, and none becomes two deals. */
const PEOPLE = 4;
const ITEMS_PER_ROUND = 40;

let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  cookie = await signIn(server);
});
afterAll(() => server.stop());

async function send(company: string): Promise<number> {
  const { status, text } = await server.ask('POST', '/api/inbox', {
    cookie,
    json: { companyName: company, contactName: 'Noor', contactEmail: 'noor@wickham.example' },
  });
  expect(status).toBe(201);
  return (JSON.parse(text) as { id: number }).id;
}

async function sendEmail(n: number): Promise<void> {
  const parts = [textPart(`Email ${n}`), filePart('deck.pdf', `%PDF-1.4 ${n}`)];
  const headers = { 'Content-Type': 'message/rfc822' };
  const body = Buffer.from(buildEmail({ parts }));
  expect((await server.ask('POST', '/api/inbox/email', { cookie, body, headers })).status).toBe(
    201,
  );
}

/** Accepts items, each by two people at once. */
async function accept(items: number[], accepted: Set<number>): Promise<void> {
  const ask = server.newConnection();
  for (const id of items) {
    const json = { companyName: `Item ${id}` };
    const { status } = await ask('POST', `/api/inbox/${id}/accept`, { cookie, json });
    expect([201, 409]).toContain(status);
    accepted.add(id);
  }
}

function query<Row>(statement: string): Row[] {
  const sql = new SQLite(server.database, { readonly: true });
  const rows = sql.prepare(statement).all() as Row[];
  sql.close();
  return rows;
}

const DEALS_OF_ITEMS = `
  select i.id, i.state, (select count(*) from pipelines p where p.company_name = 'Item ' || i.id) deals,
    (select count(*) from notes n join pipelines p on p.id = n.pipeline_id where p.company_name = 'Item ' || i.id) notes,
    (select count(*) from inbox_files f where f.item_id = i.id) sent,
    (select count(*) from files f join pipelines p on p.id = f.pipeline_id where p.company_name = 'Item ' || i.id) files
  from inbox_items i`;
interface ItemCounts {
  id: number;
  state: string;
  deals: number;
  notes: number;
  sent: number;
  files: number;
}

describe('kill -9 while items are accepted (rule 29.4)', () => {
  test(
    `kill -9 in ${ROUNDS.inboxCrashes} rounds loses no item`,
    async () => {
      const sent = new Set<number>();
      const accepted = new Set<number>();
      let cut = 0;
      for (let round = 0; round < ROUNDS.inboxCrashes; round++) {
        const items: number[] = [];
        for (let n = 0; n < ITEMS_PER_ROUND; n++) items.push(await send(`Sent ${round}`));
        await sendEmail(round);
        items.push(query<{ id: number }>('select max(id) id from inbox_items')[0]!.id);
        for (const id of items) sent.add(id);
        const people = Array.from({ length: PEOPLE }, (_, n) =>
          accept(n % 2 ? items : items.toReversed(), accepted).catch(ignoreUnlessAsserted),
        );
        await pause(20 + Math.random() * 400);
        await server.kill();
        await Promise.all(people);
        await server.restart();
        const rows = query<ItemCounts>(DEALS_OF_ITEMS);
        expect(new Set(rows.map(({ id }) => id))).toEqual(sent);
        for (const { id, state, deals, notes, sent: files, files: added } of rows) {
          const isAccepted = state === 'accepted';
          const wanted = isAccepted ? [1, 1, files] : [0, 0, 0];
          expect([deals, notes, added], `item ${id} is ${state}`).toEqual(wanted);
          if (accepted.has(id)) expect(state).toBe('accepted');
        }
        cut += rows.filter(({ id, state }) => items.includes(id) && state === 'pending').length;
      }
      console.log(
        `${ROUNDS.inboxCrashes} kills, ${sent.size} items, ${accepted.size} accepted, ${cut} pending after a kill; 0 lost, 0 accepted twice`,
      );
    },
    60_000 + ROUNDS.inboxCrashes * 10_000,
  );
});
