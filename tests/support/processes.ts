import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import type { RunningServer } from './running-server';

/** One of several processes of a server, asked over a connection of its own. */
export interface ServerProcess {
  pid: number;
  ask: RunningServer['ask'];
}

/** The processes that a server has started, as the system knows them. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** Asks over new connections until each of `count` processes has answered one of them. */
export function processesOf(server: RunningServer, count = 2): Promise<ServerProcess[]> {
  const found = new Map<number, ServerProcess>();
  const oneMore = async () => {
    const ask = server.newConnection();
    const { headers } = await ask('GET', '/healthz');
    const pid = await writerOf(server, String(headers['x-request-id']));
    if (!found.has(pid)) found.set(pid, { pid, ask });
    if (found.size < count) throw new Error(`${found.size} of ${count} processes answer`);
    return [...found.values()];
  };
  return vi.waitFor(oneMore, { timeout: 20_000, interval: 20 });
}

/** The process whose line is in the log. */
function writerOf(server: RunningServer, id: string): Promise<number> {
  return vi.waitFor(() => {
    const line = server
      .log()
      .split('\n')
      .find((one) => one.includes(id));
    return (JSON.parse(line!) as { process: number }).process;
  });
}
