import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseSettings, SETTING_NAMES } from '~/settings.server';
import { findUnknownSettings } from '~/unknown-settings.server';

const listProblems = (environment: Record<string, string>) =>
  parseSettings(environment).problems.map(({ name, message }) => `${name} ${message}`);

describe('values of settings (rules 27.1 and 27.2)', () => {
  test.each([
    ['PORT', '0', 'from 1 to 65535'],
    ['PORT', '65536', 'from 1 to 65535'],
    ['HOST', 'http://localhost', 'an address or a host name of this machine'],
    ['HOST', '999.1.1.1', 'an address or a host name of this machine'],
    ['DATABASE_URL', 'file:./data/', 'must name a file, not a folder'],
    ['APP_URL', 'deals.fund.example', 'must begin with https:// or http://'],
    ['APP_URL', 'ftp://deals.fund.example', 'must begin with https:// or http://'],
    ['APP_URL', 'https://deals.fund.example/deals', 'must have no path'],
    ['APP_URL', 'https://deals.fund.example?x=1', 'must have no path'],
    ['APP_URL', 'https://deals.fund.example/#top', 'must have no path'],
    ['APP_URL', 'https://deals fund.example', 'without spaces or special characters'],
    ['APP_URL', 'https://deals.fund.example\\x', 'without spaces or special characters'],
    ['APP_URL', 'https://', 'must be a URL'],
    ['APP_URL', 'https://ana:secret@deals.fund.example', 'must have no user name or password'],
    ['SMTP_URL', 'mail.fund.example:587', 'must begin with smtp:// or smtps://'],
    ['SMTP_URL', 'smtp://ana:p@ss@mail.fund.example', 'unescaped characters'],
    ['SMTP_URL', 'smtp://ana:p ss@mail.fund.example', 'unescaped characters'],
    ['SMTP_URL', 'smtp://ana:100%@mail.fund.example', 'unescaped characters'],
    ['SMTP_URL', 'smtp://ana:%E9@mail.fund.example', 'must be an address'],
    ['SMTP_URL', 'smtp://ana:12/x@mail.fund.example', 'unescaped characters'],
    ['SMTP_URL', 'smtp://ana:12#x@mail.fund.example', 'unescaped characters'],
    ['SMTP_URL', 'smtp://ana:12?x@mail.fund.example', 'unescaped characters'],
    ['SMTP_URL', 'smtp://mail.fund.example/inbox', 'nothing after the port'],
    ['SMTP_URL', 'smtp://', 'must be an address'],
    ['IMAP_URL', 'imap://ana:p@mail.fund.example/Deals', 'must begin with imaps://'],
    ['IMAP_URL', 'imaps://mail.fund.example/Deals', 'must name user, password and host'],
    ['IMAP_URL', 'imaps://ana@mail.fund.example/Deals', 'must name user, password and host'],
    ['IMAP_URL', 'imaps://ana:p@mail.fund.example', 'must end with the folder'],
    ['IMAP_URL', 'imaps://ana:p@mail.fund.example/Deals//New', 'must end with the folder'],
    ['IMAP_URL', 'imaps://ana:p@mail.fund.example:0/Deals', 'must have a port'],
    ['IMAP_URL', 'imaps://ana@fund.example:p@mail.fund.example/Deals', 'unescaped characters'],
    ['IMAP_URL', 'imaps://ana:12/x@mail.fund.example/Deals', 'unescaped characters'],
    ['IMAP_URL', 'imaps://ana:%E9@mail.fund.example/Deals', 'unescaped characters'],
    ['IMAP_EVERY', '5', 'must be a time such as'],
    ['IMAP_EVERY', '2d', 'must be at most a day'],
    ['IMAP_EVERY', '10000m', 'must be at most a day'],
    ['BACKUP_EVERY', '10000d', 'must be at most 9999d'],
    ['IMAP_DONE_FOLDER', 'Deals//Done', 'must be the name of a mail folder'],
    ['MAIL_FROM', 'Deal Pipeline', 'must be an email address'],
    ['MAIL_FROM', 'Deals <deals@fund.example', 'must be an email address'],
    ['MAX_FILE_MB', '501', 'must be at most MAX_DEAL_FILES_MB (500)'],
    ['BACKUP_DIR', 'true', 'must be a folder'],
    ['METRICS_TOKEN', 'short', 'must be 16 to 200'],
    ['REQUIRE_TWO_FACTOR', 'true', 'must be staff, all or off'],
  ])('the setting %s=%s is refused', (name, value, message) => {
    const [problem, ...others] = listProblems({ [name]: value });
    expect(problem).toMatch(new RegExp(`^${name} `));
    expect(problem).toContain(message);
    expect(others).toEqual([]);
  });

  test.each([
    ['PORT', 65_535],
    ['BCRYPT_COST', 15],
    ['BACKUP_KEEP', 9_999],
    ['TRUST_PROXY', 9],
    ['MAX_FILE_MB', 999_999],
    ['MAX_DEAL_FILES_MB', 999_999],
    ['MAX_EMAIL_MB', 999_999],
    ['MAX_DAILY_MB', 999_999],
    ['WRITE_LIMIT', 9_999_999],
  ] as const)('the setting %s accepts %i and says so above it', (name, max) => {
    const others: Record<string, string> =
      name === 'MAX_FILE_MB' ? { MAX_DEAL_FILES_MB: '999999' } : {};
    expect(parseSettings({ ...others, [name]: String(max) })).toMatchObject({
      settings: { [name]: max },
      problems: [],
    });
    for (const value of [String(max + 1), '99999999999', '1.5', '-1'])
      expect(listProblems({ ...others, [name]: value })).toEqual([
        expect.stringMatching(new RegExp(`^${name} must be .* to ${max}\\b`)),
      ]);
  });

  test('docs/configuration.md names the maximum of each limit', () => {
    const page = readFileSync('docs/configuration.md', 'utf8');
    for (const [name, max] of [
      ['MAX_FILE_MB', '999,999'],
      ['MAX_EMAIL_MB', '999,999'],
      ['MAX_DAILY_MB', '999,999'],
      ['WRITE_LIMIT', '9,999,999'],
      ['BACKUP_KEEP', '9,999'],
    ])
      expect(page.split('\n').find((line) => line.includes(`\`${name}\``))).toContain(max);
  });

  test.each([
    ['HOST', 'app.internal', 'app.internal'],
    ['HOST', '::', '::'],
    ['APP_URL', 'HTTPS://Deals.Fund.Example:443/', 'https://deals.fund.example'],
    ['APP_URL', 'https://fünd.example', 'https://xn--fnd-hoa.example'],
    ['SMTP_URL', 'smtp://a%40b.example:p%2Fs@mail.fund.example:587', undefined],
    ['SMTP_URL', 'smtp://[::1]:2525/?tls.rejectUnauthorized=false', undefined],
    ['MAIL_FROM', 'Deals <deals@fund.example>', undefined],
    ['DATABASE_URL', 'file:/data/.pipeline', undefined],
  ] as const)('the setting %s=%s is accepted', (name, value, expected) => {
    expect(listProblems({ [name]: value })).toEqual([]);
    expect(parseSettings({ [name]: value }).settings[name]).toBe(expected ?? value);
  });

  test.each([
    ['true', true],
    ['On', true],
    ['YES', true],
    ['1', true],
    ['false', false],
    ['Off', false],
    ['no', false],
    ['0', false],
  ])('the value %s sets every switch to %s', (value, expected) => {
    const names = ['REQUIRE_APPROVAL', 'REFUSE_COMMON_PASSWORDS', 'NAME_COLLEAGUES_DEALS'] as const;
    const { settings } = parseSettings(Object.fromEntries(names.map((name) => [name, value])));
    for (const name of names) expect(settings[name]).toBe(expected);
  });

  test.each(['off', 'FALSE', 'no', '0', ''])(
    'the value %j turns off optional settings',
    (value) => {
      const names = [
        ...(['APP_URL', 'SMTP_URL', 'IMAP_URL', 'MAIL_FROM', 'BACKUP_DIR'] as const),
        ...(['STANDBY_DIR', 'METRICS_TOKEN', 'REQUIRE_TWO_FACTOR'] as const),
      ];
      const { settings, problems } = parseSettings(
        Object.fromEntries([...names, 'TRUST_PROXY'].map((name) => [name, value])),
      );
      expect(problems).toEqual([]);
      for (const name of names) expect(settings[name]).toBeUndefined();
      expect(settings.TRUST_PROXY).toBe(0);
    },
  );

  test('IMAP_URL is decoded after it was taken apart', () => {
    const { settings, problems } = parseSettings({
      IMAP_URL: 'imaps://deals%40fund.example:p%2F%3A%40%20%23@[::1]/Neu%2Falt/%C3%9Cbrig%20',
      IMAP_DONE_FOLDER: 'Deals/Done',
    });
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      IMAP_URL: {
        host: '::1',
        port: 993,
        user: 'deals@fund.example',
        password: 'p/:@ #',
        folder: ['Neu/alt', 'Übrig '],
      },
      IMAP_EVERY: 300_000,
      IMAP_DONE_FOLDER: ['Deals', 'Done'],
    });
  });

  test('emails cannot be moved to the folder that is read', () => {
    const IMAP_URL = 'imaps://ana:p@mail.fund.example/Inbox';
    expect(listProblems({ IMAP_URL, IMAP_DONE_FOLDER: 'INBOX' })).toEqual([
      'IMAP_DONE_FOLDER must be another folder than the one in IMAP_URL',
    ]);
  });

  test('no message repeats the value of a setting', () => {
    const value = 'sEcReT:p@ss word#';
    const wrong = Object.fromEntries(SETTING_NAMES.map((name) => [name, value]));
    const problems = listProblems(wrong);
    expect(problems.length).toBeGreaterThan(15);
    expect(problems.join()).not.toContain('sEcReT');
  });
});

describe('unknown setting names (rule 27.3)', () => {
  test.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['BACKUP_FOLDER', 'BACKUP_DIR'],
    ['BACKUPS_DIR', 'BACKUP_DIR'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['IMAP_HOST', 'IMAP_URL'],
    ['MAX_FILES_MB', 'MAX_FILE_MB'],
    ['REQUIRE_TWOFACTOR', 'REQUIRE_TWO_FACTOR'],
    ['PROT', 'PORT'],
  ])('the unknown name %s is found with the nearest setting %s', (name, nearest) => {
    expect(findUnknownSettings({ [name]: 'x' }, [name])).toEqual([{ name, nearest }]);
  });

  test('names of other programs are ignored', () => {
    const names =
      'PATH HOME HOSTNAME HOSTTYPE SESSION_MANAGER NODE_ENV SITE TZ npm_config_cache APP_ENV MAIL';
    const environment = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
    expect(findUnknownSettings(environment)).toEqual([]);
  });

  test('every unknown name in .env is found', () => {
    expect(findUnknownSettings({ COLOUR: 'red' })).toEqual([]);
    expect(findUnknownSettings({ COLOUR: 'red' }, ['COLOUR'])).toHaveLength(1);
  });
});

test('docs/configuration.md lists every setting and default', () => {
  const table = readFileSync('docs/configuration.md', 'utf8');
  const rows = [...table.matchAll(/^\| (`[A-Z_`, ]+`) \| ([^|]*) \|/gm)].map(
    ([, names, value]) => ({
      names: [...names!.matchAll(/[A-Z_]+/g)].map(([name]) => name),
      defaults: value!.split(', ').map((one) => one.replaceAll('`', '')),
    }),
  );
  expect(rows.flatMap(({ names }) => names).sort()).toEqual([...SETTING_NAMES].sort());
  for (const { names, defaults } of rows)
    for (const [index, name] of names.entries()) {
      const value = defaults[index] ?? 'off';
      const { settings } = parseSettings({ [name]: /^[\w.:/]+$/.test(value) ? value : '' });
      expect(settings[name as 'PORT'], name).toEqual(parseSettings({}).settings[name as 'PORT']);
    }
});
