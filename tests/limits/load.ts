import { setTimeout as pause } from 'node:timers/promises';
import type { PeopledServer } from '../support/actors';
import { type LoopSample, loopSamples } from '../support/loop-samples';
import type { Answer } from '../support/running-server';

/** Cost of requests for the server. */
export interface Load {
  answers: Answer[];
  /** The longest that the event loop worked without a break, in ms. */
  stallMs: number;
  /** Resident memory at its highest, in MB. */
  memoryMb: number;
}

/** Longer than the interval of the samples. */
const SETTLE_MS = 15;
const COLLECT_MS = 10_000;
const MB = 2 ** 20;

/** Reads what the server logs about its event loop. */
export class LoadMeter {
  private readonly newSamples: () => LoopSample[];
  private rss = 0;

  constructor(
    private readonly server: PeopledServer,
    logPath: string,
  ) {
    this.newSamples = loopSamples(logPath);
  }

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
    await this.measureLiveMemory();
    return this.rss / MB;
  }

  /** Collects garbage. Returns the MB that objects and buffers still use. */
  async measureLiveMemory(): Promise<number> {
    process.kill(this.server.pid(), 'SIGUSR2');
    for (const start = Date.now(); Date.now() - start < COLLECT_MS; await pause(5)) {
      const live = this.readSamples().find((sample) => sample.live !== undefined)?.live;
      if (live !== undefined) return live / MB;
    }
    throw new Error('The server has not collected its garbage');
  }

  private readSamples(): LoopSample[] {
    const samples = this.newSamples();
    this.rss = samples.at(-1)?.rss ?? this.rss;
    return samples;
  }
}
