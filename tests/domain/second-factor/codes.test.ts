import { eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { authenticators, recoveryCodes } from '#db/schema';
import {
  confirmAppSetup,
  findPendingAppSetup,
  startAppSetup,
} from '~/domain/second-factor/app-setup.server';
import { findTimeStep, generateCode, verifyCode } from '~/domain/second-factor/code.server';
import { isGuessableCode } from '~/domain/second-factor/code-input';
import { hasSecondFactor } from '~/domain/second-factor/get.server';
import { renewRecoveryCodes } from '~/domain/second-factor/recovery-codes.server';
import { getStatus } from '../../support/answers';
import { type Cast, createCastForEach } from '../../support/cast';

const people = createCastForEach();
afterEach(() => {
  vi.useRealTimers();
});

const RFC = Secret.fromUTF8('12345678901234567890').base32;
const STEP = 30_000;
const HERE = 'a session';
const app = (code: string) => ({ code, endOthers: false });

async function setUp(user: Cast['ana']) {
  await startAppSetup(user, HERE);
  const secret = (await findPendingAppSetup(user, HERE))!.secret;
  const codes = (await confirmAppSetup(user, HERE, app(generateCode(secret))))!;
  return { secret, codes };
}
const accepted = (user: Cast['ana'], code: string) => getStatus(verifyCode(user, code));

describe('codes of an authenticator app (rules 1.35 and 1.38)', () => {
  // RFC 6238, appendix B, SHA-1: the last 6 of the 8 digits.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('RFC 6238: at %d s the code is %s, within one step either way', (seconds, code) => {
    const at = seconds * 1000;
    const step = Math.floor(seconds / 30);
    expect(generateCode(RFC, at)).toBe(code);
    for (const now of [at, at - STEP, at + STEP]) expect(findTimeStep(RFC, code, now)).toBe(step);
    for (const now of [at - 2 * STEP, at + 2 * STEP])
      expect(findTimeStep(RFC, code, now)).not.toBe(step);
  });

  test('any other text is not accepted as a code', () => {
    for (const code of ['', '12345', '1234567', '28708a', '２８７０８２', ' 287082', '287082\n'])
      expect(findTimeStep(RFC, code, 59_000), code).toBeUndefined();
  });

  test('an app counts once confirmed, and adds ten recovery codes', async () => {
    const { ana } = people;
    await startAppSetup(ana, HERE);
    expect(await hasSecondFactor(ana.id)).toBe(false);
    const { secret, uri } = (await findPendingAppSetup(ana, HERE))!;
    expect(uri).toBe(
      `otpauth://totp/Deal%20Pipeline:${encodeURIComponent(ana.email)}?issuer=Deal%20Pipeline` +
        `&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await getStatus(confirmAppSetup(ana, HERE, app('000000')))).toBe(400);
    expect(await hasSecondFactor(ana.id)).toBe(false);
    expect(await confirmAppSetup(ana, HERE, app(generateCode(secret)))).toHaveLength(10);
    expect(await hasSecondFactor(ana.id)).toBe(true);
    expect(await findPendingAppSetup(ana, HERE)).toBeUndefined();
    expect(await getStatus(startAppSetup(ana, HERE))).toBe(409);
  });

  test('a pending app setup belongs to its session for one hour', async () => {
    const { chiara } = people;
    await startAppSetup(chiara, HERE);
    const { secret } = (await findPendingAppSetup(chiara, HERE))!;
    expect(await findPendingAppSetup(chiara, 'another')).toBeUndefined();
    const shown = Date.now();
    const confirmIn = (session: string) =>
      confirmAppSetup(chiara, session, app(generateCode(secret)));
    expect(await getStatus(confirmIn('another'))).toBe(409);
    // Also while the clock is set back by a day.
    for (const minutes of [61, -24 * 60]) {
      vi.useFakeTimers({ toFake: ['Date'], now: shown + minutes * 60_000 });
      expect(await findPendingAppSetup(chiara, HERE)).toBeUndefined();
      expect(await getStatus(confirmIn(HERE))).toBe(409);
    }
    expect(await hasSecondFactor(chiara.id)).toBe(false);
  });

  test('a code is accepted once, and no earlier code after it', async () => {
    const { ben } = people;
    const { secret } = await setUp(ben);
    const start = Date.now();
    expect(await accepted(ben, generateCode(secret))).toBe(401);
    vi.useFakeTimers({ toFake: ['Date'], now: start + 2 * STEP });
    const next = generateCode(secret);
    await verifyCode(ben, `${next.slice(0, 3)} ${next.slice(3)}`);
    expect(await accepted(ben, next)).toBe(401);
    expect(await accepted(ben, generateCode(secret, start + STEP))).toBe(401);
  });

  test('only one of two simultaneous uses of a code counts', async () => {
    const { daichi } = people;
    const { secret } = await setUp(daichi);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * STEP });
    const both = await Promise.allSettled(
      [1, 2].map(() => verifyCode(daichi, generateCode(secret))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('two codes in a row (rule 1.38)', () => {
  const later = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now });

  test('two consecutive codes are accepted once and for a while', async () => {
    const { maren } = people;
    const { secret } = await setUp(maren);
    const start = Date.now() + 10 * STEP;
    later(start + 3 * STEP);
    const row = `${generateCode(secret, start)} ${generateCode(secret, start + STEP)}`;
    await verifyCode(maren, row);
    expect(await accepted(maren, row)).toBe(401);
    expect(await accepted(maren, generateCode(secret, start + STEP))).toBe(401);
    await verifyCode(maren, generateCode(secret, start + 2 * STEP));
  });

  test('two codes that do not follow each other are rejected', async () => {
    const { tomas } = people;
    const { secret } = await setUp(tomas);
    const start = Date.now() + 10 * STEP;
    later(start);
    const [first, second, third] = [0, 1, 2].map((n) => generateCode(secret, start + n * STEP));
    for (const rest of [third, '000000', first])
      expect(await accepted(tomas, `${first}${rest}`)).toBe(401);
    expect(await accepted(tomas, `${second}${first}`)).toBe(401);
    await verifyCode(tomas, `${first}${second}`);
  });

  test('only a single code counts as guessable', () => {
    const typed = ['123456', ' 123 456', '12345', '123456 123456', 'abcd-efgh-ijkl-mnop'];
    expect(typed.map(isGuessableCode)).toEqual([true, true, true, false, false]);
  });
});

describe('recovery codes (rule 1.38)', () => {
  test('a recovery code works once in any notation, stored as a hash', async () => {
    const { nameless } = people;
    const { codes } = await setUp(nameless);
    const rows = JSON.stringify(await db.select().from(recoveryCodes));
    for (const code of codes) expect(rows).not.toContain(code.replaceAll('-', ''));
    await verifyCode(nameless, codes[0]!);
    expect(await accepted(nameless, codes[0]!)).toBe(401);
    await verifyCode(nameless, ` ${codes[1]!.toUpperCase().replaceAll('-', ' ')} `);
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, nameless.id))).toBe(8);
  });

  test('recovery codes work for one account until they are renewed', async () => {
    const { tomas, ana } = people;
    const { codes } = await setUp(tomas);
    expect(await accepted(ana, codes[0]!)).toBe(401);
    const renewed = await renewRecoveryCodes(tomas);
    expect(await accepted(tomas, codes[0]!)).toBe(401);
    await verifyCode(tomas, renewed[0]!);
  });

  test('recovery codes need a second factor', async () => {
    expect(await getStatus(renewRecoveryCodes(people.maren))).toBe(409);
    expect(await db.$count(authenticators, eq(authenticators.userId, people.maren.id))).toBe(0);
  });
});
