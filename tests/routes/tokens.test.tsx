import SQLite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { db, getDatabasePath } from '#db/client';
import { apiTokens, historyEvents, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { getUserByEmail, setAccountEnabled } from '~/domain/operations/manage-accounts.server';
import { createPasswordLink, redeemPasswordLink } from '~/domain/user/password-link.server';
import { createToken } from '~/domain/user/token.server';
import * as accountPage from '~/routes/account/route';
import * as tokensPage from '~/routes/account_.tokens/route';
import * as loginRoute from '~/routes/api.auth.login';
import * as logoutRoute from '~/routes/api.auth.logout';
import * as userRoute from '~/routes/api.auth.user';
import { getOpenApiDocument } from '~/routes/api.openapi[.]json/document.server';
import * as pipelinesRoute from '~/routes/api.pipelines';
import { ACCESS_TABLE } from '../support/access-table';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { withFastClock } from '../support/fast-clock';
import { readText, renderScreen } from '../support/render-screen';
import { readOutcome } from '../support/toast';

const people = createCastForEach();
afterEach(() => {
  vi.useRealTimers();
});

const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60_000;
const post = (as: CastMember, form: Record<string, string>) =>
  call(tokensPage, 'POST', '/account/tokens', { as, form });

async function create(as: CastMember, form: Record<string, string> = {}): Promise<string> {
  const current = as.plainPassword;
  const answer = await post(as, {
    name: 'Importer',
    access: 'write',
    days: '90',
    current,
    ...form,
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { created: { token: string } }).created.token;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const read = (token: string, as?: CastMember) =>
  call(pipelinesRoute, 'GET', '/api/pipelines', { as, headers: bearer(token) });
const write = (token: string) =>
  call(pipelinesRoute, 'POST', '/api/pipelines', {
    json: { companyName: 'By token' },
    headers: bearer(token),
  });
const stored = (of: CastMember) => db.select().from(apiTokens).where(eq(apiTokens.userId, of.id));

async function listed(as: CastMember) {
  const shown = await (await call(accountPage, 'GET', '/account', { as })).json();
  return (shown as { tokens: Record<string, unknown>[] }).tokens;
}

describe('an API token (rules 11.27 and 11.31)', () => {
  test('a token is shown once and only its hash is stored', async () => {
    const { ana } = people;
    const form = { name: 'Importer', access: 'read', days: '90' };
    const shown = readText(await renderScreen(tokensPage, '/account/tokens', { as: ana, form }));
    const [token] = /dp_[\w-]{43}/.exec(shown) ?? [''];
    expect(shown).toContain(`Copy the token|Importer|now: it is not shown again.|${token}|`);
    expect((await read(token)).status).toBe(200);
    expect(readText(await renderScreen(accountPage, '/account', { as: ana }))).not.toContain(token);
    const everything = [await stored(ana), await db.select().from(historyEvents)];
    expect(JSON.stringify(everything)).not.toContain(token);
    expect(JSON.stringify(everything)).not.toContain(token.slice(3));
  });

  test("only its owner sees a token's details and ends it", async () => {
    const { ana, ben } = people;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
    await create(ana, { name: 'Nightly report', access: 'read', days: '30' });
    const token = await create(ana);
    await read(token);
    await vi.waitFor(async () => expect((await listed(ana))[0]!.used).toBeDefined(), {
      timeout: 20_000,
    });
    expect(readText(await renderScreen(accountPage, '/account', { as: ana }))).toContain(
      'Importer|Read and write|Created Mar 1, 2026, expires May 30, 2026|Last used Mar 1, 2026, 12:00 PM UTC|Revoke|' +
        'Nightly report|Read-only|Created Mar 1, 2026, expires Mar 31, 2026|Never used|Revoke|',
    );
    const id = String((await listed(ana))[0]!.id);
    expect(await readOutcome(await post(ben, { intent: 'end', id }))).toEqual([
      '/account',
      'This token has already been revoked',
      undefined,
      false,
    ]);
    expect((await read(token)).status).toBe(200);
    expect(await readOutcome(await post(ana, { intent: 'end', id }))).toEqual([
      '/account',
      'Token revoked',
      undefined,
      false,
    ]);
    expect((await read(token)).status).toBe(401);
    expect(await listed(ana)).toHaveLength(1);
  });

  test.each([
    [{ name: ' ' }, { name: ['Please enter a name'] }],
    [{ name: 'x'.repeat(101) }, { name: ['Please use at most 100 characters'] }],
    [{ access: 'admin' }, { access: ['Please choose what the token may do'] }],
    [{ days: '36500' }, { days: ['Please choose how long the token is valid'] }],
    [{ name: 'Importer' }, { name: ['You already have a token with this name'] }],
  ])('a token with %j is refused and the form keeps its input', async (wrong, errors) => {
    const { ana } = people;
    await create(ana);
    const form = { name: 'Another', access: 'write', days: '365', ...wrong };
    const answer = await post(ana, form);
    expect(answer.status).toBe(400);
    expect((await answer.json()).form).toMatchObject({ error: errors, initialValue: form });
    expect(await stored(ana)).toHaveLength(1);
  });

  test('the first wrong field of a refused token has the focus', async () => {
    const form = { name: ' ', access: 'admin', days: '90' };
    const html = await renderScreen(tokensPage, '/account/tokens', { as: people.ana, form });
    const focused = html.match(/<[^>]*autofocus[^>]*>/gi);
    expect(focused).toEqual([expect.stringContaining('name="name"')]);
  });

  test('a person has 20 tokens, expired ones not counted', async () => {
    const { ana, ben } = people;
    const start = Date.now();
    for (let n = 1; n <= 20; n++) await create(ana, { name: `Token ${n}`, days: '30' });
    const form = { name: 'One more', access: 'read', days: '30' };
    const refused = await post(ana, form);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('You can have up to 20 tokens. Please revoke one first.'),
    ]);
    await create(ben, form);
    vi.useFakeTimers({ toFake: ['Date'], now: start + 31 * DAY });
    await createToken(ana, { name: 'Token 1', access: 'read', days: '30' });
    expect(await stored(ana)).toHaveLength(1);
    expect(await stored(ben)).toHaveLength(1);
  });

  test('a token is valid for the chosen days, 90 by default', async () => {
    const { ana } = people;
    const start = Date.now();
    expect(await renderScreen(tokensPage, '/account/tokens', { as: ana })).toMatch(
      /<option value="90" selected="">90 days/,
    );
    for (const days of [30, 90, 365]) {
      vi.useRealTimers();
      const token = await create(ana, { name: `For ${days}`, days: String(days) });
      vi.useFakeTimers({ toFake: ['Date'], now: start + days * DAY - MINUTE });
      expect((await read(token)).status).toBe(200);
      vi.setSystemTime(Date.now() + 2 * MINUTE);
      const late = await read(token);
      expect([late.status, late.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    }
  });

  test("the history records a token's start and end by name", async () => {
    const { ana } = people;
    await create(ana, { access: 'read' });
    await post(ana, { intent: 'end', id: String((await listed(ana))[0]!.id) });
    const told = await db
      .select({
        kind: historyEvents.kind,
        who: historyEvents.actorEmail,
        fields: historyEvents.fields,
      })
      .from(historyEvents)
      .where(eq(historyEvents.subjectId, ana.id));
    expect(told.slice(-2)).toEqual([
      {
        kind: 'API token added',
        who: ana.email,
        fields: { token: [null, 'Importer'], access: [null, 'Read-only'] },
      },
      { kind: 'API token ended', who: ana.email, fields: { token: ['Importer', null] } },
    ]);
  });
});

describe('permissions of an API token (rule 11.28)', () => {
  test('a read-only token reads and is refused anything else', async () => {
    const token = await create(people.ana, { access: 'read' });
    await addDeal(people.ana);
    expect(await (await read(token)).json()).toHaveLength(1);
    const refused = await write(token);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { message: 'This API token is read-only.' },
    ]);
  });

  test("a lost role counts at the token's next request", async () => {
    const { tomas, ana } = people;
    const token = await create(tomas);
    await addDeal(ana);
    expect(await (await read(token)).json()).toHaveLength(1);
    const role = { role: 'user' } as const;
    await transaction(async (tx) => tx.update(users).set(role).where(eq(users.id, tomas.id)));
    expect(await (await read(token)).json()).toHaveLength(0);
  });

  test('a token cannot reach accounts, login or logout', async () => {
    const { ana } = people;
    const headers = bearer(await create(ana));
    const json = { email: ana.email, password: ana.plainPassword };
    const answers = [
      await call(loginRoute, 'POST', '/api/auth/login', { json, headers }),
      await call(logoutRoute, 'POST', '/api/auth/logout', { as: ana, headers }),
      await call(userRoute, 'GET', '/api/auth/user', { as: ana, headers }),
    ];
    for (const answer of answers)
      expect([answer.status, answer.headers.get('Set-Cookie'), await answer.json()]).toEqual([
        403,
        null,
        { message: 'API tokens cannot be used here. Please sign in instead.' },
      ]);
    expect((await call(accountPage, 'GET', '/account', { as: ana })).status).toBe(200);
    expect((await call(accountPage, 'GET', '/account', { headers })).status).toBe(401);
  });

  test('the API document marks endpoints that refuse tokens', () => {
    const withToken: string[] = [];
    const { security, paths, components } = getOpenApiDocument();
    for (const [path, { parameters: _, ...operations }] of Object.entries(paths))
      for (const [method, operation] of Object.entries(operations))
        if (JSON.stringify(operation.security ?? security).includes('bearer'))
          withToken.push(`${method.toUpperCase()} ${path}`);
    const allowed = ACCESS_TABLE.filter(
      ({ route, method, nobody }) =>
        nobody === 401 &&
        route.startsWith('api.') &&
        !route.startsWith('api.auth') &&
        (!route.startsWith('api.admin.users') || method === 'GET'),
    ).map(({ method, path }) =>
      `${method} ${path}`
        .split('?', 1)[0]!
        .replace(/\{(deal|merged|account|imported|item|declined)\}/, '{id}')
        .replace('{itemFile}', '{file}')
        .replace(/fields\/none$/, 'fields/{key}'),
    );
    expect(withToken.filter((one) => !one.startsWith('HEAD')).sort()).toEqual(
      [...new Set(allowed)].sort(),
    );
    expect(components.securitySchemes!.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  });
});

describe("an API token and its owner's password (rules 1.26 and 11.30)", () => {
  const ended = async (token: string) => (await read(token)).status === 401;

  test('a password change ends tokens unless the box is unticked', async () => {
    const { ana, ben } = people;
    const changed = (as: CastMember, form: Record<string, string>) =>
      call(accountPage, 'POST', '/account', {
        as,
        form: {
          intent: 'password',
          current: as.plainPassword,
          password: 'another-password-2026',
          confirmPassword: 'another-password-2026',
          ...form,
        },
      });
    const box = async (as: CastMember) =>
      (await renderScreen(accountPage, '/account', { as })).includes(BOX);
    const BOX = 'type="checkbox" name="endTokens" checked=""';
    expect(await box(ana)).toBe(false);
    const one = await create(ana);
    const two = await create(ben);
    expect(await box(ana)).toBe(true);
    expect((await changed(ana, { endTokens: 'on' })).status).toBe(302);
    expect((await changed(ben, { endTokens: 'off' })).status).toBe(302);
    expect([await ended(one), await ended(two)]).toEqual([true, false]);
    const [last] = (
      await db.select().from(historyEvents).where(eq(historyEvents.subjectId, ana.id))
    ).slice(-1);
    expect(last).toMatchObject({ kind: 'API token ended', fields: { token: ['Importer', null] } });
  });

  test('the box applies to new tokens and survives an error', async () => {
    const { ana } = people;
    const token = await create(ana);
    const form = {
      intent: 'password',
      current: 'not this one',
      password: 'another-password-2026',
      confirmPassword: 'another-password-2026',
    };
    const refused = await renderScreen(accountPage, '/account', {
      as: ana,
      form: { ...form, endTokens: 'off' },
    });
    expect(refused).toContain('type="checkbox" name="endTokens" value="on"');
    await call(accountPage, 'POST', '/account', {
      as: ana,
      form: { ...form, current: ana.plainPassword },
    });
    expect(await ended(token)).toBe(true);
  });
});

describe("an API token and its owner's account (rule 11.30)", () => {
  const update = (of: CastMember, values: Partial<User>) =>
    transaction(async (tx) => tx.update(users).set(values).where(eq(users.id, of.id)));

  test.each<[string, (of: CastMember) => Promise<unknown>]>([
    [
      'disabled, for good',
      async (of) => {
        await setUserDisabled(people.maren, of.id, true);
        await setUserDisabled(people.maren, of.id, false);
      },
    ],
    [
      'disabled by the command, for good',
      async ({ email }) => {
        await setAccountEnabled(await getUserByEmail(email), false);
        await setAccountEnabled(await getUserByEmail(email), true);
      },
    ],
    ['rejected', (of) => update(of, { approvalStatus: 'rejected' })],
    ['deleted', (of) => transaction(async (tx) => tx.delete(users).where(eq(users.id, of.id)))],
    [
      'given a password by a link',
      async (of) => {
        const { key } = await createPasswordLink(people.maren, of.id);
        await redeemPasswordLink(key, 'a brand new one');
      },
    ],
  ])('a token ends when its account is %s', async (_, end) => {
    const token = await create(people.ana);
    await end(people.ana);
    expect((await read(token)).status).toBe(401);
  });
});

describe('the last use of an API token (rule 11.27)', () => {
  const lastUse = async (of: CastMember) => (await stored(of))[0]!.lastUsedAt?.getTime();

  test("a token's last use is stored at most once a minute", async () => {
    const { ana } = people;
    const token = await create(ana);
    const start = Math.floor(Date.now() / 1000) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    expect(await lastUse(ana)).toBeUndefined();
    for (const [after, noted] of [
      [0, 0],
      [59_000, 0],
      [61_000, 61_000],
      [120_000, 61_000],
    ] as const) {
      vi.setSystemTime(start + after);
      await read(token);
      // Waits for the previous write.
      await transaction(async () => undefined);
      expect(await lastUse(ana)).toBe(start + noted);
    }
  });

  test('a read works when its use cannot be stored, and logs once', async () => {
    const token = await create(people.ana);
    const other = new SQLite(getDatabasePath(process.env.DATABASE_URL!));
    other.exec('BEGIN IMMEDIATE');
    vi.mocked(console.error).mockImplementation(() => undefined);
    // Freezes the clock, so that nobody stops waiting for the other.
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let n = 0; n < 5; n++) expect((await read(token)).status).toBe(200);
    expect(console.error).not.toHaveBeenCalled();
    await withFastClock(() =>
      vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce(), { timeout: 30_000 }),
    );
    expect(String(vi.mocked(console.error).mock.calls[0]![0])).toContain(
      'The last use of an API token was not noted',
    );
    vi.mocked(console.error).mockClear();
    other.close();
  });
});
