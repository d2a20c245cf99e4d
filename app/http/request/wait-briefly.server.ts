import { setTimeout as pause } from 'node:timers/promises';

/** Waits up to 1 s so that small files skip the progress page. */
export async function waitBriefly(work: Promise<void>): Promise<void> {
  await Promise.race([work, pause(1_000, undefined, { ref: false })]);
}
