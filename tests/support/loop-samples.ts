import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';

/** A line of the log that tests/support/event-loop.mjs writes. */
export interface LoopSample {
  /** Processor time of one turn of the event loop, in ms. */
  stall: number;
  rss: number;
  /** Bytes in use after garbage was collected; undefined in other samples. */
  live?: number;
}

export function loopSamples(path: string): () => LoopSample[] {
  let position = 0;
  return () => {
    if (!existsSync(path)) return [];
    const text = textFrom(path, position);
    const lines = text.slice(0, text.lastIndexOf('\n') + 1);
    position += Buffer.byteLength(lines);
    return parsed(lines);
  };
}

/** The longest turn of the event loop in the whole log, in ms of processor time. */
export function longestStall(path: string): number {
  const samples = existsSync(path) ? parsed(readFileSync(path, 'utf8')) : [];
  return samples.reduce((longest, { stall }) => Math.max(longest, stall), 0);
}

function textFrom(path: string, position: number): string {
  const file = openSync(path, 'r');
  const parts: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.alloc(64 * 1024);
    const length = readSync(file, chunk, 0, chunk.length, position);
    if (!length) break;
    parts.push(chunk.subarray(0, length));
    position += length;
  }
  closeSync(file);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(lines: string): LoopSample[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LoopSample);
}
