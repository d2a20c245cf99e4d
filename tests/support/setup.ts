import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest';

/**
 * Gives each test file an empty database. Files run one after the other in a process and share its
 * threads, which keep the database open, so it is overwritten in place.
 */
const folder = (process.env.TEST_FOLDER ??= mkdtempSync(join(tmpdir(), 'pipeline-test-')));
const path = join(folder, 'test.db');
const template = new SQLite(inject('template'), { readonly: true });
await template.backup(path);
template.close();
rmSync(`${path}.files`, { recursive: true, force: true });
process.env.DATABASE_URL = `file:${path}`;
process.env.SESSION_SECRET = 'only-for-the-tests-and-longer-than-32';
process.env.BCRYPT_COST = '4';

const { openDatabase, closeDatabase } = await import('#db/client');
openDatabase(process.env.DATABASE_URL);

/** Unexpected errors on the console fail a test. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
afterAll(closeDatabase);
