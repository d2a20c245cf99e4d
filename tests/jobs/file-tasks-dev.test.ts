import { fork } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import type { ChildMessage } from '~/jobs/threads/child.server';

test('development reads a file with the modules of its task', async () => {
  const child = fork('app/jobs/file-tasks.dev.js', {
    env: { ...process.env, VITEST: '' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const messages: ChildMessage[] = [];
  const isDone = new Promise<void>((resolve) => {
    child.on('message', (message: ChildMessage) => {
      messages.push(message);
      if ('chunk' in message) child.send('more');
      else resolve();
    });
    child.once('exit', () => resolve());
  });
  child.stdin!.end('Company,CEO\nGantrywell,Ana');
  child.send({ name: 'readSpreadsheet', job: { name: 'deals.csv', rounds: [] } });
  await isDone;
  expect(messages).toMatchObject([
    { chunk: [{ cells: ['Gantrywell', 'Ana'] }] },
    { result: { sheets: [{ name: 'deals' }] } },
  ]);
});
