/** The time for which this thread has worked, in ms. What other processes take of a busy machine does not count. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
