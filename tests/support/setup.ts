import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest';

/** Every test file has a database of its own, a real one, in a folder that goes away with it. */
const folder = mkdtempSync(join(tmpdir(), 'pipeline-test-'));
const path = join(folder, 'test.db');
copyFileSync(inject('template'), path);
process.env.DATABASE_URL = `file:${path}`;
process.env.SESSION_SECRET = 'only-for-the-tests-and-longer-than-32';
process.env.BCRYPT_COST = '4';

const { openDatabase, closeDatabase } = await import('#db/client');
openDatabase(process.env.DATABASE_URL);

/** An error on the console that no test expects is a failure. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
afterAll(() => {
  closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});
