import type SQLite from 'better-sqlite3';
import { getConnections } from './client';

/**
 * Estimated size in bytes of cached keys and values: two per character of JSON. At 20,000 deals the
 * boards of 45 analysts have 10 MB; where they do not fit, a board that was shown before is read anew.
 */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;

const cache = new Map<string, unknown>();
/** Reads in progress, by version and key, so that a page's loaders read each value once. */
const pendingReads = new Map<string, Promise<unknown>>();
let cacheBytes = 0;
let cacheVersion: number | undefined;
let cacheReader: SQLite.Database | undefined;

/**
 * Caches the value of `read` until a commit of any process. `key` names everything else that the
 * value depends on, such as the viewer's scope. The value must be plain data, as its size is
 * measured as JSON. A value read during a write is not cached.
 */
export async function cacheUntilCommit<T>(key: string, read: () => Promise<T>): Promise<T> {
  const { reader } = getConnections();
  const version = getDataVersion(reader);
  if (version !== cacheVersion || reader !== cacheReader) {
    clearCache();
    [cacheVersion, cacheReader] = [version, reader];
  }
  if (cache.has(key)) return cache.get(key) as T;
  const versionedKey = `${version} ${key}`;
  const answer = pendingReads.get(versionedKey) ?? readAndCache(key, version, read);
  pendingReads.set(versionedKey, answer);
  return answer.finally(() => pendingReads.delete(versionedKey)) as Promise<T>;
}

async function readAndCache(key: string, version: number, read: () => Promise<unknown>) {
  const { reader } = getConnections();
  const answer = await read();
  // A commit since is found out by the next reader; if it was, this answer is older than the cache.
  if (reader === cacheReader && version === cacheVersion) storeEntry(key, answer);
  return answer;
}

function storeEntry(key: string, answer: unknown): void {
  const bytes = 2 * (key.length + (JSON.stringify(answer) ?? '').length);
  if (bytes > MAX_CACHE_BYTES) return;
  if (cacheBytes + bytes > MAX_CACHE_BYTES) clearCache();
  if (!cache.has(key)) cacheBytes += bytes;
  cache.set(key, answer);
}

function clearCache(): void {
  cache.clear();
  pendingReads.clear();
  cacheBytes = 0;
}

let latestVersion: { reader: SQLite.Database; version: number } | undefined;

/**
 * The version changes with every commit of another connection. Reads in the same turn of the event
 * loop share one query.
 */
function getDataVersion(reader: SQLite.Database): number {
  if (latestVersion?.reader !== reader) {
    const version = reader.prepare('pragma data_version').pluck().get() as number;
    latestVersion = { reader, version };
    queueMicrotask(() => (latestVersion = undefined));
  }
  return latestVersion.version;
}
