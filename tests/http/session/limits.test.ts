import { afterEach, describe, expect, test, vi } from 'vitest';
import type { DomainError } from '~/errors';
import {
  enforceLoginLimit,
  enforceNameChangeLimit,
  enforceWriteLimit,
} from '~/http/session/limits.server';
import { holdExportSlot } from '~/http/session/slots.server';
import { catchResponse } from '../../support/answers';

afterEach(() => {
  vi.useRealTimers();
});

let accounts = 0;
function newAccount() {
  return { id: `account-${++accounts}` };
}
type Account = ReturnType<typeof newAccount>;

const ask = (method: string) => new Request('http://localhost:3000/api/pipelines', { method });
const write = (account: Account) => enforceWriteLimit(ask('PUT'), account);
async function writeTimes(account: Account, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await write(account);
}

describe('writes per account and minute', () => {
  test('the 3,001st write of a minute is refused with 429', async () => {
    const account = newAccount();
    await writeTimes(account, 3_000);
    const refused = await catchResponse(write(account));
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const { message } = (await refused.json()) as { message: string };
    expect(message).toMatch(/^Too many requests: at most 3,000 writes a minute\./);
    await write(newAccount());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    await write(account);
  });

  test('reads are not counted, and a request counts once', async () => {
    const account = newAccount();
    await writeTimes(account, 2_999);
    for (const method of ['GET', 'HEAD']) await enforceWriteLimit(ask(method), account);
    const request = ask('POST');
    for (let i = 0; i < 3; i++) await enforceWriteLimit(request, account);
    expect((await catchResponse(write(account))).status).toBe(429);
  });
});

test('the 301st login of one account in a minute is refused', async () => {
  const account = newAccount();
  for (let i = 0; i < 300; i++) await enforceLoginLimit(account);
  const refused = await catchResponse(enforceLoginLimit(account));
  expect([refused.status, refused.headers.has('Retry-After')]).toEqual([429, true]);
});

describe('name changes (rule 12.24)', () => {
  test('the eleventh name change in a minute is refused with 429', async () => {
    const account = newAccount();
    const form = { action: '/account', fields: [['firstName', 'Ana']] as [string, string][] };
    for (let i = 0; i < 10; i++) await enforceNameChangeLimit(account, form);
    const refused = await catchResponse(enforceNameChangeLimit(account, form));
    expect([refused.status, refused.headers.has('Retry-After')]).toEqual([429, true]);
    expect(await refused.json()).toMatchObject({ form });
  });
});

describe('simultaneous exports', () => {
  async function start(account: Account, method = 'GET') {
    let close = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    holdExportSlot({ request: ask(method), context: { closed } }, account);
    return async () => {
      close();
      await closed;
    };
  }
  const getStatus = (started: Promise<unknown>) =>
    started.then(
      () => undefined,
      ({ status, retryAfter }: DomainError) => [status, retryAfter],
    );

  test('the third export of an account is refused until one ends', async () => {
    const account = newAccount();
    const end = await start(account);
    const ends = [end, await start(account)];
    expect(await getStatus(start(account))).toEqual([429, 5]);
    expect(await getStatus(start(account, 'HEAD'))).toBeUndefined();
    const otherAccount = newAccount();
    ends.push(await start(otherAccount));
    await end();
    ends.push(await start(account));
    expect(await getStatus(start(account))).toEqual([429, 5]);
    for (const finish of ends.slice(1)) await finish();
  });

  test('the 101st export of all accounts is refused with 503', async () => {
    const ends = await Promise.all(Array.from({ length: 100 }, () => start(newAccount())));
    expect(await getStatus(start(newAccount()))).toEqual([503, 5]);
    for (const end of ends) await end();
    await (
      await start(newAccount())
    )();
  });
});

describe('memory of the limits', () => {
  test('limits take less than 2 KB for each of 20,000 accounts', async () => {
    const before = heap();
    for (let i = 0; i < 20_000; i++) await write(newAccount());
    expect(heap() - before).toBeLessThan(40);
  });

  test('limits are forgotten after a minute', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: Date.now() + 7_200_000,
    });
    for (let i = 0; i < 110; i++) await write(newAccount());
    expect(vi.getTimerCount()).toBe(110);
    vi.advanceTimersByTime(61_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  const heap = () => process.memoryUsage().heapUsed / 1_000_000;
});
