import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A folder with the build, where programs start that read its `.env`. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-settings-'));
  symlinkSync(resolve('build'), join(folder, 'build'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string[], env: Record<string, string | undefined> = {}) {
  const result = spawnSync(process.execPath, script, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: undefined, ...env },
  });
  return { status: result.status, lines: result.stderr.trim().split('\n'), out: result.stdout };
}
const START = [resolve('scripts/start.mjs')];
const LIST = [resolve('scripts/command.mjs'), 'account', 'list'];
const CREATE = [resolve('scripts/command.mjs'), 'account', 'create', 'new@fund.example'];

describe('a start with wrong settings (rules 27.1 and 27.3)', () => {
  test('the start names every wrong setting and creates nothing', () => {
    writeFileSync(join(folder, 'file'), '');
    const { status, lines, out } = run(START, {
      PORT: '70000',
      HOST: '203.0.113.7',
      DATABASE_URL: `file:${folder}`,
      APP_URL: 'https://deals.fund.example/deals',
      SMTP_URL: 'smtp://ana:p@ss@mail.fund.example',
      MAIL_FROM: 'Deals',
      MAX_FILE_MB: '600',
      BACKUP_DIR: join(folder, 'file', 'backups'),
      REFUSE_COMMON_PASSWORDS: 'on',
      ADMIN_PASSWORD: 'password123',
    });
    expect([status, out]).toEqual([1, '']);
    const names = lines.map((line) => /^Configuration: ([A-Z_]+) \S/.exec(line)?.[1]);
    expect(names.sort()).toEqual([
      'ADMIN_PASSWORD',
      'APP_URL',
      'BACKUP_DIR',
      'DATABASE_URL',
      'HOST',
      'MAIL_FROM',
      'MAX_FILE_MB',
      'PORT',
      'SMTP_URL',
    ]);
  });

  test.skipIf(process.getuid?.() === 0 && !existsSync('/proc/sys'))(
    'an unwritable folder is named with a remedy',
    () => {
      // /proc/sys refuses new files, even from root.
      const { status, lines } = run(START, { BACKUP_DIR: '/proc/sys' });
      expect(status).toBe(1);
      expect(lines).toEqual([
        expect.stringMatching(
          /^Configuration: BACKUP_DIR must be a folder on a disk, .*\/proc\/sys/,
        ),
      ]);
    },
  );

  test('an absent standby and an unknown setting cause warnings', () => {
    writeFileSync(join(folder, 'file'), '');
    // The wrong port stops the start, warnings do not.
    const wrong = { PORT: '0', STANDBY_DIR: join(folder, 'file'), TRUSTED_PROXY: '1' };
    expect(run(START, wrong).lines).toEqual([
      expect.stringMatching(/^Warning: STANDBY_DIR needs a folder/),
      'Warning: TRUSTED_PROXY is not a known setting and has no effect. Did you mean TRUST_PROXY?',
      expect.stringMatching(/^Configuration: PORT /),
    ]);
  });
});

describe('.env (rule 27.4)', () => {
  test('a byte-order mark does not lead to an empty database', () => {
    writeFileSync(join(folder, '.env'), '\ufeffDATABASE_URL=file:./mine.db\r\nPORT=3001\r\n');
    expect(run(CREATE).status).toBe(0);
    expect([existsSync(join(folder, 'mine.db')), existsSync(join(folder, 'data'))]).toEqual([
      true,
      false,
    ]);
  });

  test('variables of the environment take precedence', () => {
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=file:./file.db');
    expect(run(CREATE, { DATABASE_URL: 'file:./variable.db' }).status).toBe(0);
    expect(existsSync(join(folder, 'variable.db'))).toBe(true);
    expect(existsSync(join(folder, 'file.db'))).toBe(false);
  });

  test.each([
    ['a folder', () => mkdirSync(join(folder, '.env')), 'is a folder'],
    [
      'a link to nothing',
      () => symlinkSync('/nowhere', join(folder, '.env')),
      'is a link to /nowhere',
    ],
    [
      'UTF-16',
      () => writeFileSync(join(folder, '.env'), Buffer.from('\ufeffPORT=1', 'utf16le')),
      'is saved as UTF-16',
    ],
  ])('start and commands refuse .env if it is %s', (_kind, make, message) => {
    make();
    for (const script of [START, LIST]) {
      const { status, lines } = run(script);
      expect([status, lines]).toEqual([1, [expect.stringContaining(message)]]);
    }
  });

  test.skipIf(process.getuid?.() === 0)(
    'an unreadable .env stops the start with a sentence',
    () => {
      writeFileSync(join(folder, '.env'), 'PORT=1');
      chmodSync(join(folder, '.env'), 0);
      expect(run(LIST).lines).toEqual([expect.stringContaining('cannot be read (EACCES)')]);
    },
  );

  test('every program reads .env the same way', () => {
    for (const script of ['start', 'command'])
      expect(readFileSync(`scripts/${script}.mjs`, 'utf8')).not.toContain('process.loadEnvFile');
  });
});
