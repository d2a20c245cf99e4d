import { hashSync } from 'bcryptjs';
import { describe, expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from '~/domain/user/password.server';
import { env } from '~/env.server';
import { catchResponse } from '../../support/answers';
import { countTurns } from '../../support/event-loop-turns';

describe('passwords (rules 1.4 and 1.13)', () => {
  test('a bcrypt hash is salted and matches only its password', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).toMatch(/^\$2[aby]\$04\$[./\w]{53}$/);
    expect(await hashPassword('correct horse')).not.toBe(hash);
    const typed = ['correct horse', 'correct hors', 'Correct horse', ''];
    const matches = await Promise.all(typed.map((text) => verifyPassword(text, hash)));
    expect(matches).toEqual([true, false, false, false]);
  });

  test('a password longer than 72 bytes never matches', async () => {
    const cut = hashSync('é'.repeat(36), 4);
    expect(await verifyPassword('é'.repeat(36), cut)).toBe(true);
    expect(await verifyPassword(`${'é'.repeat(36)}x`, cut)).toBe(false);
  });

  test('a comparison without an account returns false', async () => {
    expect(await verifyPassword('anything', undefined)).toBe(false);
    expect(await verifyPassword('', undefined)).toBe(false);
  });
});

describe('password worker', () => {
  test('hashing twenty passwords at once does not block the loop', async () => {
    await hashPassword('warm up');
    env.BCRYPT_COST = 8;
    const all = Array.from({ length: 20 }, (_, i) => `password ${i}`);
    const hashAll = () => Promise.all(all.map((password) => hashPassword(password)));
    const { value: hashes, turns } = await countTurns(hashAll);
    env.BCRYPT_COST = 4;
    expect(new Set(hashes).size).toBe(20);
    expect(turns).toBeGreaterThan(100);
  });

  test('parallel requests each get the answer to their own password', async () => {
    const hashes = await Promise.all(Array.from({ length: 30 }, (_, i) => hashPassword(`p${i}`)));
    const right = await Promise.all(hashes.map((hash, i) => verifyPassword(`p${i}`, hash)));
    const wrong = await Promise.all(hashes.map((hash, i) => verifyPassword(`p${i + 1}`, hash)));
    expect([right.every(Boolean), wrong.some(Boolean)]).toEqual([true, false]);
  });

  test('a flood is refused with 503, and accepted work is answered', async () => {
    const known = await hashPassword('p');
    const asked = Array.from({ length: 80 }, () => verifyPassword('p', known));
    const settled = await Promise.allSettled(asked);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
    const answer = await catchResponse(asked[79]!);
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({
      message: 'Too many people are signing in right now. Please try again in a moment.',
    });
    expect(await verifyPassword('p', known)).toBe(true);
  });

  test('an unknown email is rejected after its queue was full once', async () => {
    vi.resetModules();
    const fresh = await import('~/domain/user/password.server');
    const known = hashSync('p', 4);
    const full = Array.from({ length: 64 }, () => fresh.verifyPassword('p', known, 'login'));
    await expect(fresh.verifyPassword('p', undefined, 'login')).rejects.toMatchObject({
      status: 503,
    });
    await Promise.all(full);
    expect(await fresh.verifyPassword('p', undefined, 'login')).toBe(false);
  });
});
