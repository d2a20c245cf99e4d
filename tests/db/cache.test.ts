import SQLite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { cacheUntilCommit } from '#db/cache';
import { db, getDatabasePath } from '#db/client';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { createUser } from '~/domain/user/create.server';

describe('caching until the next commit', () => {
  const read = async (key: string, reads: string[]) =>
    cacheUntilCommit(key, async () => {
      reads.push(key);
      return (await db.select({ id: users.id }).from(users)).length;
    });

  test('a cached value is read once per commit of any process', async () => {
    const reads: string[] = [];
    const first = await read('people', reads);
    await read('people', reads);
    expect(reads).toEqual(['people']);
    await createUser({ email: 'kept@demo.example', password: 'a-password-of-2026' });
    expect(await read('people', reads)).toBe(first + 1);
    const connection = new SQLite(getDatabasePath(process.env.DATABASE_URL!));
    connection.exec(
      "insert into users (id, email, password, created_at, updated_at) values ('kept-2', 'kept2@demo.example', '', 0, 0)",
    );
    connection.close();
    expect(await read('people', reads)).toBe(first + 2);
    expect(reads).toHaveLength(3);
  });

  test('a value read during a write is not cached', async () => {
    const before = await db.$count(users);
    let commit!: () => void;
    const written = new Promise<void>((resolve) => (commit = resolve));
    const slow = cacheUntilCommit('slow', async () => {
      const count = await db.$count(users);
      await written;
      return count;
    });
    await createUser({ email: 'meanwhile@demo.example', password: 'a-password-of-2026' });
    // Another query notices the commit before the slow one ends.
    expect(await cacheUntilCommit('quick', () => Promise.resolve(2))).toBe(2);
    commit();
    expect(await slow).toBe(before);
    expect(await cacheUntilCommit('slow', () => db.$count(users).then(Number))).toBe(before + 1);
  });

  test('failures and rolled-back transactions are not cached', async () => {
    await expect(
      cacheUntilCommit('failing', () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(await cacheUntilCommit('failing', () => Promise.resolve(1))).toBe(1);
    const before = await cacheUntilCommit('count', () => db.$count(users).then(Number));
    await expect(
      transaction(async (tx) => {
        await tx.delete(users);
        expect(await cacheUntilCommit('within', () => db.$count(users).then(Number))).toBe(before);
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    expect(await cacheUntilCommit('within', () => db.$count(users).then(Number))).toBe(before);
  });

  test('the cache is bounded in bytes and evicts old values', async () => {
    const reads: string[] = [];
    const kilobytes = (key: string, size: number) =>
      cacheUntilCommit(key, async () => {
        reads.push(key);
        return 'x'.repeat(size * 1024);
      });
    // The cache holds 16 MiB, two bytes per character.
    const most = 8 * 1024;
    for (let n = 0; n < 200; n++) await kilobytes(`small ${n}`, 1);
    for (let n = 0; n < 200; n++) await kilobytes(`small ${n}`, 1);
    expect(reads).toHaveLength(200);
    await kilobytes('too large', most);
    await kilobytes('too large', most);
    expect(reads.filter((key) => key === 'too large')).toHaveLength(2);
    await kilobytes('small 0', 1);
    expect(reads).toHaveLength(202);
    for (const key of ['large', 'larger']) await kilobytes(key, most * 0.6);
    await kilobytes('larger', most * 0.6);
    expect(reads).toHaveLength(204);
    for (const key of ['small 0', 'large']) await kilobytes(key, 1);
    expect(reads).toHaveLength(206);
  });
});
