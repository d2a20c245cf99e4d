import { randomUUID } from 'node:crypto';
import type SQLite from 'better-sqlite3';
import { getConnections } from './client';

/** Two bytes per character of JSON. At 20,000 deals, the boards of 45 analysts take 10 MB. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;

const cache = new Map<string, unknown>();
/** Reads in progress by version and key, so that a page's loaders read each value once. */
const pendingReads = new Map<string, Promise<unknown>>();
let cacheBytes = 0;
let cacheVersion: number | undefined;
let cacheReader: SQLite.Database | undefined;

/**
 * Caches plain data until any process commits. `key` must name everything the value depends on,
 * such as the viewer's scope.
 */
export async function cacheUntilCommit<T>(key: string, read: () => Promise<T>): Promise<T> {
  const { reader } = getConnections();
  const version = getDataVersion(reader);
  if (version !== cacheVersion || reader !== cacheReader) {
    clearCache();
    cacheVersion = version;
    cacheReader = reader;
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
  // The next reader detects a commit during this read; if one has, this result is too old to store.
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

interface ReaderState {
  id: string;
  version: SQLite.Statement<[], number>;
}

const readerStates = new WeakMap<SQLite.Database, ReaderState>();

/** Prepares the query once: a page asks it up to eight times, and preparing takes longer than asking. */
function getReaderState(reader: SQLite.Database): ReaderState {
  const known = readerStates.get(reader);
  if (known) return known;
  const version = reader.prepare<[], number>('pragma data_version').pluck();
  const state = { id: randomUUID(), version };
  readerStates.set(reader, state);
  return state;
}

/** Returns a text that changes with every commit of any process, and with the process itself. */
export function getDatabaseState(): string {
  const { reader } = getConnections();
  return `${getReaderState(reader).id} ${getDataVersion(reader)}`;
}

let latestVersion: { reader: SQLite.Database; version: number } | undefined;

/** The version changes with every commit of another connection. Reads before the next microtask share one query. */
function getDataVersion(reader: SQLite.Database): number {
  if (latestVersion?.reader !== reader) {
    latestVersion = { reader, version: getReaderState(reader).version.get()! };
    queueMicrotask(() => (latestVersion = undefined));
  }
  return latestVersion.version;
}
