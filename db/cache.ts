import type SQLite from 'better-sqlite3';
import { connections } from './client';

/**
 * Estimated size in bytes of cached keys and values: two per character of JSON. At 20,000 deals the
 * boards of 45 analysts have 10 MB; where they do not fit, a board that was shown before is read anew.
 */
const MOST_BYTES = 16 * 1024 * 1024;

const kept = new Map<string, unknown>();
/** What is being read now, so that a page's loaders read it once, by version and key. */
const reading = new Map<string, Promise<unknown>>();
let keptBytes = 0;
let keptVersion: number | undefined;
let keptOf: SQLite.Database | undefined;

/**
 * Caches the value of `read` until a commit of any process. `key` names everything else that the
 * value depends on, such as the viewer's scope. The value must be plain data, as its size is
 * measured as JSON. A value read during a write is not cached.
 */
export async function cachedUntilCommit<T>(key: string, read: () => Promise<T>): Promise<T> {
  const { reader } = connections();
  const version = dataVersion(reader);
  if (version !== keptVersion || reader !== keptOf) {
    clear();
    [keptVersion, keptOf] = [version, reader];
  }
  if (kept.has(key)) return kept.get(key) as T;
  const versionedKey = `${version} ${key}`;
  const answer = reading.get(versionedKey) ?? readAndKeep(key, version, read);
  reading.set(versionedKey, answer);
  return answer.finally(() => reading.delete(versionedKey)) as Promise<T>;
}

async function readAndKeep(key: string, version: number, read: () => Promise<unknown>) {
  const { reader } = connections();
  const answer = await read();
  // A commit since is found out by the next reader; if it was, this answer is older than what is kept.
  if (reader === keptOf && version === keptVersion) keep(key, answer);
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
  reading.clear();
  keptBytes = 0;
}

let latest: { reader: SQLite.Database; version: number } | undefined;

/**
 * Changes with every commit of any other connection. What a page's loaders ask for side by side has
 * it read once: nine questions are three.
 */
function dataVersion(reader: SQLite.Database): number {
  if (latest?.reader !== reader) {
    const version = reader.prepare('pragma data_version').pluck().get() as number;
    latest = { reader, version };
    queueMicrotask(() => (latest = undefined));
  }
  return latest.version;
}
