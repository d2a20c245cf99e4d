import type { Request as ExpressRequest } from 'express';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { computePageTag } from '~/http/server/page-tag.server';
import { createCastForAll } from '../../support/cast';

const people = createCastForAll();
afterEach(() => {
  vi.useRealTimers();
});

function computeTag(path: string, cookie: string, host = 'localhost:3000') {
  const headers = { host, cookie };
  const request = { method: 'GET', path, headers } as unknown as ExpressRequest;
  return computePageTag(request, new Request(`http://${host}${path}`, { headers }));
}

describe('the tag of a page', () => {
  test.each([
    ['UTC', '2026-11-26T23:59:00Z', '2026-11-27T00:01:00Z'],
    ['Asia/Kathmandu', '2026-11-26T18:14:00Z', '2026-11-26T18:16:00Z'],
  ])('a new day in %s changes it', async (timeZone, before, after) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(before) });
    const { cookie } = people.ana;
    const tag = () => computeTag('/dashboard', `${cookie}; tz=${timeZone}`);
    const first = await tag();
    expect(await tag()).toBe(first);
    vi.setSystemTime(new Date(after));
    expect(await tag()).not.toBe(first);
  });

  test('each account and each address has its own', async () => {
    const [ana, ben] = [people.ana, people.ben].map(({ cookie }) => `${cookie}; tz=UTC`) as [
      string,
      string,
    ];
    const tags = await Promise.all([
      computeTag('/dashboard', ana),
      computeTag('/dashboard', ben),
      computeTag('/board', ana),
    ]);
    expect(new Set(tags).size).toBe(3);
  });

  test('a page over plain http has no tag', async () => {
    const cookie = `${people.ana.cookie}; tz=UTC`;
    expect(await computeTag('/dashboard', cookie, 'deals.fund.example')).toBeUndefined();
  });
});
