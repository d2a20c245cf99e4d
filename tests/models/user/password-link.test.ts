import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { passwordLinks, sessions } from '#db/schema';
import { setDisabled } from '~/models/user/administer.server';
import {
  createPasswordLink,
  getPasswordLink,
  redeemPasswordLink,
} from '~/models/user/password-link.server';
import { verifyLogin } from '~/models/user/write.server';
import * as passwordPage from '~/routes/password.$key';
import { call, type Cast, cast } from '../../support/cast';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});

const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (thrown: unknown) => (thrown as Response).status,
  );

describe('ASVS 6.4.3: a one-time link to choose a password', () => {
  test('sets the password once, and signs the account out everywhere', async () => {
    const { ana, maren } = people;
    const key = await createPasswordLink(maren, ana.id);
    await redeemPasswordLink(key, 'a brand new one');
    expect((await verifyLogin(ana.email, 'a brand new one')).id).toBe(ana.id);
    expect(await status(verifyLogin(ana.email, ana.plainPassword))).toBe(401);
    expect(await db.$count(sessions, eq(sessions.userId, ana.id))).toBe(0);
    expect(await status(redeemPasswordLink(key, 'once more for me'))).toBe(404);
  });

  test('of two uses at once, one counts', async () => {
    const key = await createPasswordLink(people.maren, people.ben.id);
    const both = await Promise.all([
      status(redeemPasswordLink(key, 'first of the two')),
      status(redeemPasswordLink(key, 'second of the two')),
    ]);
    expect(both.sort()).toEqual([200, 404]);
  });

  test('the table holds no key, and a later link replaces an earlier one', async () => {
    const first = await createPasswordLink(people.maren, people.chiara.id);
    const second = await createPasswordLink(people.maren, people.chiara.id);
    const rows = await db
      .select()
      .from(passwordLinks)
      .where(eq(passwordLinks.userId, people.chiara.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(second);
    expect(await status(getPasswordLink(first))).toBe(404);
    expect((await getPasswordLink(second)).email).toBe('chiara@demo.example');
  });

  test('it is too old after 24 hours', async () => {
    const key = await createPasswordLink(people.maren, people.chiara.id);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 + 1 });
    expect(await status(getPasswordLink(key))).toBe(404);
    vi.useRealTimers();
  });

  test('a manager hands it to users, not to managers and admins; a user to nobody', async () => {
    const { tomas, ana, ben, maren } = people;
    expect(await status(createPasswordLink(tomas, ben.id))).toBe(200);
    expect(await status(createPasswordLink(tomas, maren.id))).toBe(403);
    expect(await status(createPasswordLink(tomas, tomas.id))).toBe(403);
    expect(await status(createPasswordLink(ana, ben.id))).toBe(403);
  });

  test('the page checks both passwords and keeps the link until one is saved', async () => {
    const key = await createPasswordLink(people.maren, people.ben.id);
    const refused = await call(passwordPage, 'POST', `/password/${key}`, {
      params: { key },
      form: { password: 'long enough 1', confirmPassword: 'long enough 2' },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(await refused.json())).toContain("Passwords don't match");
    const saved = await call(passwordPage, 'POST', `/password/${key}`, {
      params: { key },
      form: { password: 'long enough 1', confirmPassword: 'long enough 1' },
    });
    expect([saved.status, saved.headers.get('Location')]).toEqual([302, '/login']);
  });
});

describe('a disabled account', () => {
  test('lets nobody in, is told so only to who knows the password, and comes back with everything', async () => {
    const { daichi, maren } = people;
    await setDisabled(maren, daichi.id, true);
    expect(await db.$count(sessions, eq(sessions.userId, daichi.id))).toBe(0);
    expect(await status(verifyLogin(daichi.email, daichi.plainPassword))).toBe(403);
    expect(await status(verifyLogin(daichi.email, 'not this one'))).toBe(401);
    await setDisabled(maren, daichi.id, false);
    expect((await verifyLogin(daichi.email, daichi.plainPassword)).id).toBe(daichi.id);
  });

  test('nobody disables an admin, and a manager disables users only', async () => {
    const { maren, tomas, ana } = people;
    expect(await status(setDisabled(maren, maren.id, true))).toBe(403);
    expect(await status(setDisabled(tomas, tomas.id, true))).toBe(403);
    expect(await status(setDisabled(ana, tomas.id, true))).toBe(403);
  });
});
