import { withSlowClock } from './slow-clock';

export async function countTurns<T>(work: () => Promise<T>): Promise<{ value: T; turns: number }> {
  let turns = 0;
  let isRunning = true;
  const turn = () => {
    turns++;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  const value = await work();
  isRunning = false;
  return { value, turns };
}

export function countTurnsOfSlowWork<T>(work: () => Promise<T>) {
  return withSlowClock(() => countTurns(work));
}

/** Returns the processor time of this thread, which a busy machine does not extend. */
export function getProcessorTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
