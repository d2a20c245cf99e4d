import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import { longText, range } from './texts';

/** Deals that are merged into one before it is measured: 500 with LIMITS=full (rule 10.19). */
const EARLIER_MERGES = process.env.LIMITS === 'full' ? 500 : 120;
const PAIRS = 5;
const MERGES_PER_BLOCK = 20;
/** Ratio of a merge into this deal to one into a new deal; it was 4 when each read all earlier ones. */
const MAX_RATIO = 1.5;
/** Clock ticks of /proc per second. */
const TICKS = 100;

let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer();
});
afterAll(() => server.stop());

/** Adds a deal that brings a long text, a contact and a note. Returns its id. */
function addLoser(): number {
  const id = server.addDeal();
  const text = server.sql.prepare('update pipelines set comments = ?, ceo_name = ? where id = ?');
  text.run(longText(2_000), longText(30), id);
  server.addContact();
  server.addNote();
  return id;
}

/** Processor time of the server in ms. */
function readProcessorMs(): number {
  const fields = readFileSync(`/proc/${server.pid()}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * (1_000 / TICKS);
}

/** Merges new deals into this one. Returns the processor time in ms. */
async function mergeInto(winner: number, count: number): Promise<number> {
  const losers = range(count).map(addLoser);
  const before = readProcessorMs();
  for (const otherId of losers) {
    const { status } = await server.ask('POST', `/api/pipelines/${winner}/merge`, {
      cookie: server.cookies.owner,
      json: { otherId, fields: { comments: 'other', ceoName: 'other' } },
    });
    expect(status).toBe(201);
  }
  return readProcessorMs() - before;
}

/** Compares blocks in pairs, since other work on the machine disturbs both of a pair alike. */
async function measurePair(winner: number): Promise<number> {
  const later = await mergeInto(winner, MERGES_PER_BLOCK);
  const first = await mergeInto(server.addDeal(), MERGES_PER_BLOCK);
  return later / first;
}

test('a merge costs the same after many into the same deal', async () => {
  const winner = server.addDeal();
  await mergeInto(winner, EARLIER_MERGES);
  const ratios: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) ratios.push(await measurePair(winner));
  const sorted = ratios.toSorted((left, right) => left - right);
  expect(sorted[Math.floor(PAIRS / 2)], ratios.join(' ')).toBeLessThan(MAX_RATIO);
}, 300_000);
