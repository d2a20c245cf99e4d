import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../support/running-server';
import type { PeopledServer } from '../support/actors';

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
  isCollected?: boolean;
}

/** Longer than the interval of the samples. */
const SETTLE_MS = 15;
const COLLECT_MS = 10_000;
const MB = 2 ** 20;

/** Reads what the server logs about its event loop. */
export class LoadMeter {
  private size = 0;
  private rss = 0;

  constructor(
    private readonly server: PeopledServer,
    private readonly logPath: string,
  ) {}

  /** Makes requests and measures what they cost. */
  async measure(ask: () => Promise<Answer[]>): Promise<Load> {
    this.readSamples();
    const rssBefore = this.rss;
    const answers = await ask();
    await this.server.ask('GET', '/healthz');
    await pause(SETTLE_MS);
    const samples = this.readSamples();
    return {
      answers,
      stallMs: Math.max(0, ...samples.map(({ stall }) => stall)),
      memoryMb: Math.max(rssBefore, ...samples.map(({ rss }) => rss)) / MB,
    };
  }

  /** Collects garbage, which V8 leaves until it needs the memory. Returns resident memory in MB. */
  async collectGarbage(): Promise<number> {
    process.kill(this.server.pid(), 'SIGUSR2');
    for (const start = Date.now(); Date.now() - start < COLLECT_MS; await pause(5))
      if (this.readSamples().some(({ isCollected }) => isCollected)) return this.rss / MB;
    throw new Error('The server has not collected its garbage');
  }

  private readSamples(): Sample[] {
    if (!existsSync(this.logPath)) return [];
    const file = openSync(this.logPath, 'r');
    const chunk = Buffer.alloc(256 * 1024);
    const length = readSync(file, chunk, 0, chunk.length, this.size);
    closeSync(file);
    const text = chunk.toString('utf8', 0, length);
    const lines = text.split('\n').slice(0, -1);
    this.size += Buffer.byteLength(lines.map((line) => `${line}\n`).join(''));
    const samples = lines.map((line) => JSON.parse(line) as Sample);
    this.rss = samples.at(-1)?.rss ?? this.rss;
    return samples;
  }
}
