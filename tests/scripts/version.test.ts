import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMIT_FILE, readVersion } from '../../scripts/version.mjs';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const OTHER_COMMIT = 'fedcba9876543210fedcba9876543210fedcba98';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-version-'));
  write('package.json', '{"version": "2.3.4", "engines": {"node": ">=22.14"}}');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe('the version (rule 22.4)', () => {
  test('the version includes the commit of the branch', () => {
    write('.git/HEAD', 'ref: refs/heads/main\n');
    write('.git/refs/heads/main', `${COMMIT}\n`);
    expect(readVersion(folder)).toBe('2.3.4 (0123456789ab)');
  });

  test('the version includes the commit of a packed branch', () => {
    write('.git/HEAD', 'ref: refs/heads/main\n');
    write(
      '.git/packed-refs',
      `# pack-refs with: peeled\n${OTHER_COMMIT} refs/heads/other/main\n${COMMIT} refs/heads/main\n`,
    );
    expect(readVersion(folder)).toBe('2.3.4 (0123456789ab)');
  });

  test('the version includes a commit checked out by hash', () => {
    write('.git/HEAD', `${COMMIT}\n`);
    expect(readVersion(folder)).toBe('2.3.4 (0123456789ab)');
  });

  test('the version includes the commit of a linked work tree', () => {
    write('.git', 'gitdir: repository/worktrees/one\n');
    write('repository/worktrees/one/HEAD', 'ref: refs/heads/one\n');
    write('repository/worktrees/one/commondir', '../..\n');
    write('repository/refs/heads/one', `${COMMIT}\n`);
    expect(readVersion(folder)).toBe('2.3.4 (0123456789ab)');
  });

  test('the version includes the commit that the build noted', () => {
    write(COMMIT_FILE, `${COMMIT}\n`);
    expect(readVersion(folder)).toBe('2.3.4 (0123456789ab)');
  });

  test('a release without a commit has only its version', () => {
    expect(readVersion(folder)).toBe('2.3.4');
  });

  test('git files without a commit leave only the version', () => {
    write('.git/HEAD', 'ref: refs/heads/.invalid\n');
    expect(readVersion(folder)).toBe('2.3.4');
  });

  test.each([
    ['the server', ['scripts/start.mjs', '--version']],
    ['a command', ['scripts/command.mjs', 'backup', '--version']],
  ])('--version of %s prints the version without a build', (_name, args) => {
    cpSync('scripts', join(folder, 'scripts'), { recursive: true });
    const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(printed).toBe('Deal Pipeline 2.3.4\n');
  });

  test('the version agrees with git', ({ skip }) => {
    const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
    if (status !== 0) skip();
    expect(readVersion()).toContain(`(${stdout.slice(0, 12)})`);
  });
});
