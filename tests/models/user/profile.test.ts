import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { findRequestViewer, sessionId, startSession } from '~/web/session/auth.server';
import { createPasswordLink, redeemPasswordLink } from '~/models/user/password-link.server';
import { changePassword } from '~/models/user/profile.server';
import { verifyLogin } from '~/models/user/login.server';
import { type Cast, cast, request } from '../../support/cast';
import { errorsOf, thrownBy } from '../../support/pipelines';

let people: Cast;
let other: string;
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(users));
  people = await cast();
  other = (await startSession(request('GET', '/'), people.ana)).split(';', 1)[0]!;
});

const isSignedIn = async (cookie: string) =>
  Boolean(await findRequestViewer(request('GET', '/', { as: { cookie } })));
const idOf = async (cookie: string) => (await sessionId(request('GET', '/', { as: { cookie } })))!;

describe('a password change ends sessions on the server', () => {
  test('the one that asks stays, the others end, and the old password is none any more (rules 1.20 and 1.26)', async () => {
    await changePassword(
      people.ana,
      { current: people.ana.plainPassword, password: 'a new password' },
      await idOf(people.ana.cookie),
    );
    expect([
      await isSignedIn(people.ana.cookie),
      await isSignedIn(other),
      await isSignedIn(people.ben.cookie),
    ]).toEqual([true, false, true]);
    expect((await verifyLogin(people.ana.email, 'a new password')).id).toBe(people.ana.id);
    expect((await thrownBy(verifyLogin(people.ana.email, people.ana.plainPassword))).status).toBe(
      401,
    );
  });

  test('a wrong current password changes nothing', async () => {
    const refused = await thrownBy(
      changePassword(
        people.ana,
        { current: 'wrong', password: 'a new password' },
        await idOf(people.ana.cookie),
      ),
    );
    expect([refused.status, await errorsOf(refused)]).toEqual([
      400,
      { current: ['This is not your current password'] },
    ]);
    expect(await isSignedIn(other)).toBe(true);
    expect((await verifyLogin(people.ana.email, people.ana.plainPassword)).id).toBe(people.ana.id);
  });

  test('a password link ends all of them, and works once', async () => {
    const { key } = await createPasswordLink(people.tomas, people.ana.id);
    await redeemPasswordLink(key, 'a new password');
    expect([await isSignedIn(people.ana.cookie), await isSignedIn(other)]).toEqual([false, false]);
    expect((await thrownBy(redeemPasswordLink(key, 'yet another one'))).status).toBe(404);
    expect((await verifyLogin(people.ana.email, 'a new password')).id).toBe(people.ana.id);
  });
});
