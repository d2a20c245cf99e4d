import type SQLite from 'better-sqlite3';
import { connections } from './client';

/** Estimated size in bytes of cached keys and values: two per character of JSON. */
const MOST_BYTES = 8 * 1024 * 1024;

const kept = new Map<string, unknown>();
let keptBytes = 0;
let keptVersion: number | undefined;
let keptOf: SQLite.Database | undefined;

/**
 * What `read` answers, read anew only after a commit of whichever process. `key` names all that the
 * answer depends on but the data, the viewer's scope with it. The answer must be plain data, for
 * its size is that of its JSON. What was read while somebody wrote is not kept: it may be of
 * either side.
 */
export async function cachedUntilCommit<T>(key: string, read: () => Promise<T>): Promise<T> {
  const { reader } = connections();
  const version = dataVersion(reader);
  if (version !== keptVersion || reader !== keptOf) {
    clear();
    [keptVersion, keptOf] = [version, reader];
  }
  if (kept.has(key)) return kept.get(key) as T;
  const answer = await read();
  if (reader === keptOf && version === keptVersion && version === dataVersion(reader))
    keep(key, answer);
  return answer;
}

function keep(key: string, answer: unknown): void {
  const bytes = 2 * (key.length + (JSON.stringify(answer) ?? '').length);
  if (bytes > MOST_BYTES) return;
  if (keptBytes + bytes > MOST_BYTES) clear();
  if (!kept.has(key)) keptBytes += bytes;
  kept.set(key, answer);
}

function clear(): void {
  kept.clear();
  keptBytes = 0;
}

/** Changes with every commit to the database, of whichever process but this connection. */
function dataVersion(reader: SQLite.Database): number {
  return reader.pragma('data_version', { simple: true }) as number;
}
