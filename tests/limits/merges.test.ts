import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import { longText, range } from './texts';

/** Deals that are merged into one, one after the other: 600 with LIMITS=full (rule 10.19). */
const BLOCK = process.env.LIMITS === 'full' ? 100 : 40;
const BLOCKS = process.env.LIMITS === 'full' ? 6 : 4;
/** Ratio of the last block's cost to the first's; it was 4 when each merge read all earlier ones. */
const MAX_RATIO = 1.5;
/** Other work on the machine disturbs one measurement; growth shows in all. */
const MAX_ATTEMPTS = 3;
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

async function measureGrowth(): Promise<number> {
  const winner = server.addDeal();
  const costs: number[] = [];
  for (let block = 0; block < BLOCKS; block++) costs.push(await mergeInto(winner, BLOCK));
  return costs.at(-1)! / costs[0]!;
}

test('the last merges into a deal cost as the first', async () => {
  // Compiles what merges use.
  await mergeInto(server.addDeal(), 2 * BLOCK);
  const ratios = [await measureGrowth()];
  while (ratios.at(-1)! >= MAX_RATIO && ratios.length < MAX_ATTEMPTS)
    ratios.push(await measureGrowth());
  expect(ratios.at(-1), ratios.join(' ')).toBeLessThan(MAX_RATIO);
}, 300_000);
