import { existsSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getDatabasePath } from '#db/client';

/** The environment is read when the module is first imported, so each test imports it anew. */
async function read(variables: Record<string, string | undefined>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return import('~/env.server');
}

const FILE = 'file:./data/pipeline.db';
const TOO_SHORT = 'must have at least 32 characters, as must each secret in a list';

const stopExit = () =>
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exit');
  });

beforeEach(() => {
  vi.mocked(console.error).mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.mocked(console.error).mockClear();
});

describe('settings at start (rules 1.7, 1.17 and 1.31)', () => {
  test('an empty or unknown setting has no effect', async () => {
    const defaults = { PORT: 3000, HOST: '127.0.0.1', REQUIRE_APPROVAL: true, TRUST_PROXY: 0 };
    for (const variables of [{}, { PORT: '', REQUIRE_APPROVAL: '', APP_URL: '', OLD: 'two' }]) {
      const { env, appUrl, isHttps } = await read(variables);
      expect(env).toMatchObject({ ...defaults, NAME_COLLEAGUES_DEALS: false });
      expect(env).not.toHaveProperty('OLD');
      expect([appUrl, isHttps]).toEqual(['http://localhost:3000', false]);
    }
  });

  test('REQUIRE_APPROVAL=false turns approval off', async () => {
    expect((await read({ REQUIRE_APPROVAL: 'false' })).env.REQUIRE_APPROVAL).toBe(false);
  });

  test('an https address makes cookies Secure with __Host-', async () => {
    expect(await read({ APP_URL: 'https://deals.fund.example/' })).toMatchObject({
      appUrl: 'https://deals.fund.example',
      isHttps: true,
    });
    const { endSession } = await import('~/http/session/session.server');
    expect(await endSession(new Request('https://deals.fund.example/'))).toMatch(
      /^__Host-session=; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test.each([
    ['PORT', '80a', 'PORT must be a port number from 1 to 65535, such as 3000'],
    ['DATABASE_URL', 'postgres://x', `DATABASE_URL must be a file: URL, such as ${FILE}`],
    ['SESSION_SECRET', 'x'.repeat(31), `SESSION_SECRET ${TOO_SHORT}`],
    ['SESSION_SECRET', `${'x'.repeat(32)},short`, `SESSION_SECRET ${TOO_SHORT}`],
    ['SESSION_SECRET', ', ,,', 'SESSION_SECRET must hold a secret'],
    ['SESSION_SECRET', ' '.repeat(40), 'SESSION_SECRET must hold a secret'],
    ['ADMIN_EMAIL', 'boss', 'ADMIN_EMAIL must be an email address'],
    ['ADMIN_PASSWORD', 'seven77', 'ADMIN_PASSWORD must have at least 8 characters'],
    ['ADMIN_PASSWORD', 'é'.repeat(37), 'ADMIN_PASSWORD must have at most 72 bytes'],
    ['REQUIRE_APPROVAL', 'maybe', 'REQUIRE_APPROVAL must be true or false'],
    ['BCRYPT_COST', '3', 'BCRYPT_COST must be 4 to 15'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be the number of proxies in front, 0 to 9'],
  ])('the setting %s=%s stops the start with one line', async (name, value, line) => {
    const exit = stopExit();
    await expect(read({ [name]: value })).rejects.toThrow('exit');
    expect(exit).toHaveBeenCalledWith(1);
    expect(vi.mocked(console.error).mock.calls).toEqual([[`Configuration: ${line}`]]);
  });
});

describe('wrong settings (rule 1.31)', () => {
  test('all wrong settings are listed at once, one line each', async () => {
    stopExit();
    const wrong = { PORT: '0', APP_URL: 'deals.fund.example', MAX_FILE_MB: '600' };
    await expect(read(wrong)).rejects.toThrow('exit');
    const [[printed]] = vi.mocked(console.error).mock.calls as [[string]];
    expect(printed.split('\n').map((line) => line.split(' ').slice(0, 2))).toEqual([
      ['Configuration:', 'PORT'],
      ['Configuration:', 'APP_URL'],
      ['Configuration:', 'MAX_FILE_MB'],
    ]);
  });
});

describe('SESSION_SECRET (rule 1.31)', () => {
  const file = `${getDatabasePath(process.env.DATABASE_URL!)}.secret`;

  test('the first of several secrets signs and the others count', async () => {
    const { getSessionSecrets } = await read({
      SESSION_SECRET: ` ${'new-secret-'.repeat(3)}, ${'old-secret-'.repeat(3)} ,`,
    });
    expect(getSessionSecrets()).toEqual(['new-secret-'.repeat(3), 'old-secret-'.repeat(3)]);
  });

  test('a missing secret is created once, readable by its owner', async () => {
    expect(existsSync(file)).toBe(false);
    const { getSessionSecrets } = await read({ SESSION_SECRET: undefined });
    const [secret] = getSessionSecrets();
    expect(secret).toMatch(/^[\da-f]{64}$/);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([secret, 0o600]);
    expect((await read({ SESSION_SECRET: undefined })).getSessionSecrets()).toEqual([secret]);
    unlinkSync(file);
  });

  test.each(['', '\n', 'too short'])('a secret file with %j stops the start', async (content) => {
    writeFileSync(file, content);
    stopExit();
    const { getSessionSecrets } = await read({ SESSION_SECRET: undefined });
    expect(getSessionSecrets).toThrow('exit');
    expect(vi.mocked(console.error).mock.calls).toEqual([
      [`Configuration: ${file} must hold at least 32 characters. Delete it to get a new one`],
    ]);
    unlinkSync(file);
  });
});

test('a secret that cannot be stored stops the start with one line', async () => {
  stopExit();
  const { getSessionSecrets } = await read({
    SESSION_SECRET: '',
    DATABASE_URL: 'file:/etc/passwd/none/pipeline.db',
  });
  expect(() => getSessionSecrets()).toThrow('exit');
  expect(vi.mocked(console.error).mock.calls).toEqual([
    [
      expect.stringMatching(
        /^Configuration: SESSION_SECRET is not set, and none can be stored in \/etc\/passwd\/none\/[^\n]+: ENOTDIR[^\n]+$/,
      ),
    ],
  ]);
});
