import { expect, onTestFinished, test } from 'vitest';
import type { ReadSpreadsheetJob } from '~/domain/import/reading/read-job';
import { ChildStoppedError, runChild } from '~/jobs/threads/child.server';
import { getStatus } from '../../support/answers';

const MAX_WAITING_TASKS = 16;

/** Starts a file that keeps the slot of its account until the returned function is called. */
function startFile(signal?: AbortSignal) {
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  onTestFinished(finish);
  const job = { name: 'deals.csv', rounds: [] };
  const ended = runChild<ReadSpreadsheetJob>('readSpreadsheet', job, () => isFinished, {
    account: 'ana',
    input: 'Company,CEO\nGantrywell,Ana',
    signal,
  });
  ended.catch(() => undefined);
  return { ended, finish };
}

test('a file that waits ends as soon as it is discarded', async () => {
  startFile();
  const discarding = new AbortController();
  const waiting = startFile(discarding.signal);
  discarding.abort();
  await expect(waiting.ended).rejects.toThrow(ChildStoppedError);
});

test('a discarded file lets another one wait', async () => {
  const running = startFile();
  const discarding = new AbortController();
  const [, ...others] = Array.from({ length: MAX_WAITING_TASKS }, (_, i) =>
    startFile(i === 0 ? discarding.signal : undefined),
  );
  expect(await getStatus(startFile().ended)).toBe(503);
  discarding.abort();
  const last = startFile();
  for (const file of [running, ...others, last]) file.finish();
  expect(await last.ended).toMatchObject({ sheets: [{ name: 'deals' }] });
});

test('a file discarded before it waits ends at once', async () => {
  startFile();
  await expect(startFile(AbortSignal.abort()).ended).rejects.toThrow(ChildStoppedError);
});
