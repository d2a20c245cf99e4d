import { getProcessorTimeMs } from './event-loop-turns';

/** Processor time of the sample work on the machine on which limits of time were set. */
const REFERENCE_MS = 8;
const SAMPLE_ROWS = 2_000;
/** Systems count processor time in steps of 4 ms. */
const RUNS = 8;

/**
 * Returns how many times slower this machine is at present than the one on which limits of time were
 * set; at least 1. A neighbour on the same processor may halve its speed for seconds.
 */
export function measureSlowness(): number {
  const start = getProcessorTimeMs();
  for (let n = 0; n < RUNS; n++) doSampleWork();
  return Math.max(1, (getProcessorTimeMs() - start) / RUNS / REFERENCE_MS);
}

interface Measured {
  runs?: number;
  /** A run that takes less needs no other. */
  enoughMs?: number;
}

/**
 * Returns the processor time of work in ms, as on the machine on which limits of time were set. The
 * shortest of some runs counts, because other work of the process only ever adds to it.
 */
export async function measureWorkMs(
  work: () => unknown,
  { runs = 1, enoughMs = 0 }: Measured = {},
): Promise<number> {
  let bestMs = Infinity;
  for (let n = 0; n < runs && bestMs >= enoughMs; n++) {
    const start = getProcessorTimeMs();
    await work();
    bestMs = Math.min(bestMs, getProcessorTimeMs() - start);
  }
  return bestMs < enoughMs ? bestMs : bestMs / measureSlowness();
}

/** Does what requests consist of: JSON, sorting and texts. */
function doSampleWork(): string {
  const rows = Array.from({ length: SAMPLE_ROWS }, (_, n) => ({
    id: n,
    name: `Company ${(n * 7919) % SAMPLE_ROWS}`,
    text: 'x'.repeat(50),
    list: [n, n + 1],
  }));
  const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
  copy.sort((a, b) => (a.name < b.name ? -1 : 1));
  return copy.map(({ name, text }) => `${name}: ${text}`.replace(/x+/, 'y')).join('\n');
}
