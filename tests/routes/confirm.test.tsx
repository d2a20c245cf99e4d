import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { apiTokens, passkeys, sessions } from '#db/schema';
import { transaction } from '#db/transaction';
import {
  confirmAppSetup,
  findPendingAppSetup,
  startAppSetup,
} from '~/domain/second-factor/app-setup.server';
import { generateCode } from '~/domain/second-factor/code.server';
import { getSecondFactor, hasSecondFactor } from '~/domain/second-factor/get.server';
import { readSessionId, startSession } from '~/http/session/session.server';
import * as tokensPage from '~/routes/account_.tokens/route';
import * as twoFactorPage from '~/routes/account_.two-factor/route';
import { ConfirmIdentity, type PageErrorBody } from '~/ui/account/confirm-identity';
import { call, type CastMember, createCastForEach, request } from '../support/cast';
import { listSentFields, readText, renderRoute } from '../support/render-screen';

const MINUTE = 60_000;

const people = createCastForEach();
let start: number;
beforeEach(async () => {
  start = Date.now();
});
afterEach(() => {
  vi.useRealTimers();
});

type Form = Record<string, string>;
type As = { cookie: string };
const after = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * MINUTE });
const change = (as: As, form: Form) =>
  call(twoFactorPage, 'POST', '/account/two-factor', { as, form });
const TOKEN = { name: 'Nightly report', access: 'read', days: '30' };
const addToken = (as: As, form: Form = {}) =>
  call(tokensPage, 'POST', '/account/tokens', { as, form: { ...TOKEN, ...form } });
const signInElsewhere = async (user: CastMember): Promise<As> => ({
  cookie: (await startSession(request('GET', '/'), user)).split(';', 1)[0]!,
});

async function asked(answer: Response): Promise<PageErrorBody & { page: string; sent: Form }> {
  const error = (await answer.json()) as PageErrorBody;
  const { message, errors, form, confirm } = error;
  const props = { status: answer.status, message, errors, form: form!, question: confirm! };
  const page = await renderRoute(
    [{ path: '*', element: <ConfirmIdentity {...props} /> }],
    '/account',
  );
  return { ...error, page, sent: Object.fromEntries(listSentFields(page, 'current')) };
}

async function withApp(user: CastMember) {
  await startAppSetup(user, 'elsewhere');
  const { secret } = (await findPendingAppSetup(user, 'elsewhere'))!;
  const app = { code: generateCode(secret), endOthers: false };
  return { secret, codes: (await confirmAppSetup(user, 'elsewhere', app))! };
}

describe('a password confirmation lasts ten minutes (rules 1.36 and 1.45)', () => {
  test.each(['app', 'confirm', 'codes', 'passkey', 'remove', 'off'])(
    '%s asks for the password and does nothing before',
    async (intent) => {
      const { ana } = people;
      const passkey = { id: 'x', userId: ana.id, name: 'Key', publicKey: 'x', counter: 0 };
      if (['codes', 'remove', 'off'].includes(intent))
        await transaction(async (tx) =>
          tx.insert(passkeys).values({ ...passkey, createdAt: new Date() }),
        );
      const before = await getSecondFactor(ana.id);
      after(9.9);
      const shown = await (await call(twoFactorPage, 'GET', '/', { as: ana })).json();
      expect(shown.newPasskey).toBeDefined();
      after(10);
      const form = { intent, code: '123456', name: 'Phone', credential: '{}', id: 'x' };
      const refused = await change(ana, form);
      expect(refused.status).toBe(403);
      const { page, sent } = await asked(refused);
      expect(readText(page)).toContain('|Confirm that it is you|');
      expect(sent).toMatchObject(form);
      expect(await getSecondFactor(ana.id)).toEqual(before);
      const hidden = await (await call(twoFactorPage, 'GET', '/', { as: ana })).json();
      expect([hidden.pending, hidden.newPasskey]).toEqual([undefined, undefined]);
    },
  );

  test('confirmation continues a new API token for ten minutes', async () => {
    const { ana } = people;
    after(11);
    const first = await asked(await addToken(ana));
    expect(first.message).toBe('Please confirm that it is you.');
    expect(first.page).toContain('href="/account">your account</a>');
    expect(first.sent).toMatchObject({ ...TOKEN, current: '', username: ana.email });
    expect((await addToken(people.ben, first.sent)).status, 'for another account').toBe(409);
    const wrong = await call(tokensPage, 'POST', '/account/tokens', {
      as: ana,
      form: { ...first.sent, current: 'not this one' },
    });
    expect(wrong.status).toBe(400);
    const second = await asked(wrong);
    expect(readText(second.page)).toContain('This is not your current password');
    expect(second.page).not.toContain('not this one');
    expect(await db.$count(apiTokens)).toBe(0);
    const right = { ...second.sent, current: ana.plainPassword };
    expect((await addToken(ana, right)).status).toBe(200);
    expect((await db.select().from(apiTokens))[0]).toMatchObject({ name: TOKEN.name });
    after(20.9);
    expect((await addToken(ana, { name: 'Another' })).status).toBe(200);
    after(21.1);
    expect((await addToken(ana, { name: 'A third' })).status).toBe(403);
  });

  test('confirmation asks again when empty and throttles guesses', async () => {
    const { ben } = people;
    after(11);
    const empty = await asked(await addToken(ben, { current: '' }));
    expect(empty.errors).toEqual([
      { path: 'current', message: 'Please enter your current password' },
    ]);
    for (let n = 0; n < 10; n++)
      expect((await addToken(ben, { current: 'not this one' })).status).toBe(400);
    const refused = await addToken(ben, { current: ben.plainPassword });
    expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, 60]);
    const { page, sent } = await asked(refused);
    expect(readText(page)).toContain('|Too many attempts. Please try again in a minute.|');
    expect(sent).toMatchObject(TOKEN);
  });

  test("confirmation takes an app's code or a recovery code", async () => {
    const { ana } = people;
    const { secret, codes } = await withApp(ana);
    after(11);
    const { confirm, page } = await asked(await addToken(ana));
    expect(confirm).toMatchObject({ asksForCode: true, hasApp: true });
    expect(readText(page)).toContain('|Code|*|The 6 digits in your authenticator app,');
    const current = ana.plainPassword;
    for (const [currentCode, message] of [
      ['', 'Please enter the code'],
      ['000000', 'This code is not valid. Each code works once.'],
    ] as const) {
      const refused = await addToken(ana, { current, currentCode });
      expect([refused.status, ((await refused.json()) as PageErrorBody).errors]).toEqual([
        400,
        [{ path: 'currentCode', message }],
      ]);
    }
    expect((await addToken(ana, { current: 'no', currentCode: codes[0]! })).status).toBe(400);
    expect((await getSecondFactor(ana.id)).recoveryCodes, 'none is used up').toBe(10);
    expect((await addToken(ana, { current, currentCode: generateCode(secret) })).status).toBe(200);
    const elsewhere = await signInElsewhere(ana);
    after(22);
    const form = { intent: 'off', current, currentCode: codes[0]! };
    expect((await change(elsewhere, form)).status).toBe(302);
    expect(await hasSecondFactor(ana.id)).toBe(false);
  });

  test('confirmation allows five codes a minute per session', async () => {
    const { ana } = people;
    const { secret } = await withApp(ana);
    after(11);
    const guess = (as: As, currentCode: string) =>
      addToken(as, { current: ana.plainPassword, currentCode });
    for (let n = 0; n < 5; n++) expect((await guess(ana, '000000')).status).toBe(400);
    expect((await guess(ana, generateCode(secret))).status).toBe(429);
    expect((await guess(await signInElsewhere(ana), generateCode(secret))).status).toBe(200);
  });
});

describe('the scope of a password confirmation (rule 1.45)', () => {
  test('a confirmation counts only in its own session', async () => {
    const { ana } = people;
    const other = await signInElsewhere(ana);
    after(11);
    expect((await addToken(ana, { current: ana.plainPassword })).status).toBe(200);
    expect((await addToken(other, { name: 'Another' })).status).toBe(403);
  });

  test('a confirmation from the future or an old version is void', async () => {
    const { ana, ben } = people;
    after(-24 * 60);
    expect((await addToken(ana)).status).toBe(403);
    expect((await addToken(ana, { current: ana.plainPassword })).status).toBe(200);
    after(0);
    await transaction(async (tx) =>
      tx.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, ben.id)),
    );
    expect((await addToken(ben)).status).toBe(403);
  });

  test('a wrong password does not void an earlier confirmation', async () => {
    expect((await addToken(people.ana, { current: 'not this one' })).status).toBe(400);
    expect((await addToken(people.ana)).status).toBe(200);
  });
});

describe('two-factor setup in one session (rule 1.35)', () => {
  test('an unfinished app setup is invisible to other sessions', async () => {
    const { ana } = people;
    const other = await signInElsewhere(ana);
    await change(ana, { intent: 'app' });
    const session = (await readSessionId(request('GET', '/', { as: ana })))!;
    const { secret } = (await findPendingAppSetup(ana, session))!;
    const shown = await (await call(twoFactorPage, 'GET', '/', { as: other })).text();
    expect(shown).not.toContain(secret.match(/.{1,4}/g)!.join(' '));
    expect((await change(other, { intent: 'confirm', code: generateCode(secret) })).status).toBe(
      409,
    );
    expect(await hasSecondFactor(ana.id)).toBe(false);
    expect((await change(ana, { intent: 'confirm', code: generateCode(secret) })).status).toBe(200);
  });
});
