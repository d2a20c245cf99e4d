import { describe, expect, test } from 'vitest';
import { updateDeal } from '~/domain/deal/update.server';
import { spendHistoryBytes } from '~/domain/history/budget.server';
import { catchResponse } from '../../support/answers';
import { createCastForEach } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';

const people = createCastForEach();
const DAY_MS = 86_400_000;
const MB = 1024 * 1024;
let accounts = 0;
const newAccount = () => `account-${accounts++}`;

describe('history bytes of an account per day (rule 10.20)', () => {
  test('history writes end at 250 MB a day with 429', async () => {
    const account = newAccount();
    const noon = 20_000.5 * DAY_MS;
    for (let n = 0; n < 24; n++) spendHistoryBytes(account, `save ${n}`, 10 * MB, noon);
    const refused = await catchResponse(
      (async () => spendHistoryBytes(account, 'one more', 11 * MB, noon))(),
    );
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe(String(12 * 60 * 60));
    expect(await refused.json()).toEqual({
      message: expect.stringContaining('more than 250 MB of data today') as string,
    });
    spendHistoryBytes(account, 'a small one', MB, noon);
    spendHistoryBytes(account, 'tomorrow', 100 * MB, noon + DAY_MS);
  });

  test('a write that was refused does not count', () => {
    const account = newAccount();
    const spend = () => spendHistoryBytes(account, 'import', 100 * MB);
    spend();
    spend();
    expect(spend).toThrow('more than 250 MB');
    spendHistoryBytes(account, 'save', 100 * MB);
    expect(() => spendHistoryBytes(newAccount(), 'save', 100 * MB)).not.toThrow();
  });

  test('a save beyond the daily history limit is not stored', async () => {
    const id = await addDeal(people.ana, { comments: 'First' });
    spendHistoryBytes(people.ana.id, 'before', 240 * MB);
    spendHistoryBytes(people.ana.id, 'almost', 10 * MB - 2_000);
    const refused = await catchResponse(
      updateDeal(people.ana, id, { comments: 'x'.repeat(5_000) }),
    );
    expect(refused.status).toBe(429);
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'First', version: 1 });
    await updateDeal(people.tomas, id, { comments: 'Theirs' });
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'Theirs' });
  });
});
