import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { preferences, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { changePassword } from '~/domain/user/change-password.server';
import { verifyLogin } from '~/domain/user/login.server';
import { createPasswordLink, redeemPasswordLink } from '~/domain/user/password-link.server';
import { getPreferences, updatePreferences } from '~/domain/user/preferences.server';
import { findRequestViewer } from '~/http/session/guards.server';
import { readSessionId, startSession } from '~/http/session/session.server';
import { getStatus, getStatusAndField } from '../../support/answers';
import { createCastForEach, request } from '../../support/cast';

const people = createCastForEach();
let other: string;
beforeEach(async () => {
  other = (await startSession(request('GET', '/'), people.ana)).split(';', 1)[0]!;
});

const from = (cookie: string) => request('GET', '/', { as: { cookie } });
const signedIn = async (...cookies: string[]) =>
  (await Promise.all(cookies.map((cookie) => findRequestViewer(from(cookie))))).map(Boolean);
const password = 'a new password';

describe('password changes (rules 1.20 and 1.26)', () => {
  const change = async (current: string) =>
    changePassword(
      people.ana,
      { current, password },
      (await readSessionId(from(people.ana.cookie)))!,
    );

  test('a password change ends all sessions but the current one', async () => {
    const { ana, ben } = people;
    await change(ana.plainPassword);
    expect(await signedIn(ana.cookie, other, ben.cookie)).toEqual([true, false, true]);
    expect((await verifyLogin(ana.email, password)).id).toBe(ana.id);
    expect(await getStatus(verifyLogin(ana.email, ana.plainPassword))).toBe(401);
  });

  test('a wrong current password changes nothing', async () => {
    const { ana } = people;
    expect(await getStatusAndField(change('wrong'))).toEqual([400, 'current']);
    expect(await signedIn(other)).toEqual([true]);
    expect((await verifyLogin(ana.email, ana.plainPassword)).id).toBe(ana.id);
  });

  test('a password link ends all sessions', async () => {
    const { key } = await createPasswordLink(people.tomas, people.ana.id);
    await redeemPasswordLink(key, password);
    expect(await signedIn(people.ana.cookie, other)).toEqual([false, false]);
  });
});

describe('preferences (rule 21.17)', () => {
  test('each user has preferences of their own, deleted with them', async () => {
    const { ana, ben } = people;
    const since = { reviewMailSince: new Date('2026-11-02T07:00:00Z'), timeZone: 'Asia/Tokyo' };
    await updatePreferences(ana, { columns: ['score', 'owner'] });
    await updatePreferences(ana, since);
    await updatePreferences(ana, {});
    expect(await getPreferences(ana)).toEqual({
      startViewId: null,
      columns: ['score', 'owner'],
      ...since,
      unsubscribeKey: null,
      reviewMailedAt: null,
      taskMailSince: null,
      taskMailedAt: null,
      language: null,
    });
    expect(await getPreferences(ben)).toMatchObject({ columns: null, timeZone: null });
    await transaction(async (tx) => tx.delete(users).where(eq(users.id, ana.id)));
    expect(await db.$count(preferences)).toBe(0);
    expect(await getStatus(updatePreferences(ana, { columns: [] }))).toBe(401);
  });
});
