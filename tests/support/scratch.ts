import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'pipeline-tests-';

/** Puts the temporary files of a run into one folder, which is removed at its end. */
export default function makeScratchFolder(): (() => void) | undefined {
  // Called for each project of a run. Paths of sockets may have 107 characters.
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // Dovecot's processes are of several accounts.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
