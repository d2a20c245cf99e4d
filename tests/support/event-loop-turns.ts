/** Work's result and how often other work had its turn meanwhile. */
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

/** The time for which this thread has worked, in ms. What other processes take of a busy machine does not count. */
export function getProcessorTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
