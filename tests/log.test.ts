import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { conflict } from '~/errors';
import { logError } from '~/log.server';
import { listLatestErrors } from '~/log-statistics.server';

/** Errors in the log and on the System page. */
const logged = () => vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)));
beforeEach(() => void vi.mocked(console.error).mockImplementation(() => undefined));
afterEach(() => void vi.mocked(console.error).mockClear());

describe('logged errors (rules 9.20 and 12.22)', () => {
  test('a domain error is logged with its status and message', async () => {
    logError(conflict('This account has already been approved.'), 'The trash was not purged');
    expect(logged().map(({ name, message }) => [name, message])).toEqual([
      ['DomainError', '409 This account has already been approved.'],
    ]);
    expect(listLatestErrors().map(({ message }) => message)).toContain(
      'The trash was not purged: 409 This account has already been approved.',
    );
    expect(JSON.stringify([logged(), listLatestErrors()])).not.toContain('[object');
  });

  test('a thrown response is logged with its status and message', () => {
    const data = { message: 'The database is busy. Please try again in a moment.' };
    logError({ status: 503, statusText: '', internal: false, data });
    expect(logged()).toMatchObject([{ message: `503 ${data.message}` }]);
  });

  test('the System page has 20 errors of at most 500 characters', () => {
    for (let n = 0; n < 30; n++) logError(new Error(`${n} ${'x'.repeat(1_000_000)}`));
    expect(listLatestErrors()).toHaveLength(20);
    for (const { message } of listLatestErrors()) expect(message.length).toBeLessThanOrEqual(500);
    expect(listLatestErrors()[0]!.message).toMatch(/^29 /);
  });
});
