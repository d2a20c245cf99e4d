import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { PeopledServer } from '../support/actors';
import type { Answer } from '../support/running-server';

/** What requests cost the server. */
export interface Load {
  answers: Answer[];
  /** The longest that the event loop worked without a break, in ms. */
  stallMs: number;
  /** Resident memory at its highest, in MB. */
  memoryMb: number;
}

/** Written by tests/support/event-loop.mjs. */
interface Sample {
  stall: number;
  /** In bytes. */
  rss: number;
}

/** Longer than the interval of the samples. */
const SETTLE_MS = 15;

/** Makes requests and measures what they cost, with nothing cached. */
export async function measureLoad(
  server: PeopledServer,
  logPath: string,
  ask: () => Promise<Answer>[],
): Promise<Load> {
  // A commit empties the caches.
  server.sql.prepare('update sessions set confirmed_at = ?').run(Date.now());
  const before = readSamples(logPath);
  const answers = await Promise.all(ask());
  await server.ask('GET', '/healthz');
  await pause(SETTLE_MS);
  const samples = readSamples(logPath).slice(before.length);
  const known = [...before.slice(-1), ...samples];
  return {
    answers,
    stallMs: Math.max(0, ...samples.map(({ stall }) => stall)),
    memoryMb: Math.max(0, ...known.map(({ rss }) => rss)) / 2 ** 20,
  };
}

function readSamples(path: string): Sample[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Sample);
}
