// npm run bench -- --million: the whole walk at a million deals beside a thousand. The first run takes a quarter of an hour.
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseOf } from './generate.mjs';
import { product } from './servers.mjs';
import { measureGrown } from './walk.mjs';

const SIZES = [1_000, 1_000_000];
/** Times what an answer costs at the smaller number. */
const WANTED = 3;
/** A server that works for less than a tenth of this has done what it does after its start. */
const QUIET_MS = 3_000;

export async function measureMillion({ seconds, say }) {
  const measured = [];
  for (const size of SIZES) {
    say(`walk, ${size} deals`);
    const { file, remove } = await databaseOf(size);
    try {
      measured.push({ size, bytes: statSync(file).size, ...(await measure(file, seconds)) });
    } finally {
      remove();
    }
  }
  for (const one of measured) print(one);
  const [some, many] = measured.map(({ cpuMs }) => cpuMs);
  const times = (many / some).toFixed(2);
  console.log(
    `\nProcessor's time of an answer, ${SIZES.join(' to ')} deals: ${times}x, at most ${WANTED}x.`,
  );
}

async function measure(file, seconds) {
  const server = await product(file);
  await untilQuiet(server);
  const result = await measureGrown(server, 5 * seconds);
  await server.stop();
  return { readyMs: server.readyMs, ...result };
}

async function untilQuiet(server) {
  const before = server.cpu();
  await pause(QUIET_MS);
  if (server.cpu() - before > QUIET_MS / 10) await untilQuiet(server);
}

function print({ size, bytes, readyMs, cpuMs, memory, all, kinds }) {
  const mb = (n) => `${n.toFixed(0)} MB`;
  console.log(`\n${size} deals, file of ${mb(bytes / 2 ** 20)}, ready in ${readyMs.toFixed(0)} ms`);
  console.log(`processor's time of an answer ${cpuMs.toFixed(1)} ms, memory ${mb(memory.now)}`);
  console.table([{ kind: 'all', ...all }, ...kinds].map(rounded));
}

const rounded = (one) =>
  Object.fromEntries(
    Object.entries(one).map(([key, value]) => [key, value.toFixed ? +value.toFixed(1) : value]),
  );
