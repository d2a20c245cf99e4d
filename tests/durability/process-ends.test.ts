import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { signIn } from '../support/actors';
import { findFreePort, type RunningServer, startServer } from '../support/running-server';

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const buildRows = (count: number, name: string) =>
  `Company,CEO\n${Array.from({ length: count }, (_, n) => `${name} ${n},Ceo ${n}`).join('\n')}\n`;

describe('writes, signals and starts (rules 12.33 and 12.34)', () => {
  test('writes during an import of 2,000 rows are never "busy"', async () => {
    server = await startServer();
    const cookie = await signIn(server);
    const statuses: number[] = [];
    let isOver = false;
    const write = async (_: unknown, person: number) => {
      const ask = server!.newConnection();
      for (let n = 0; !isOver; n++) {
        const json = { companyName: `${person} wrote ${n}` };
        statuses.push((await ask('POST', '/api/pipelines', { cookie, json })).status);
      }
    };
    const writes = Array.from({ length: 4 }, write);
    const csv = buildRows(2_000, 'Imported');
    const imported = await server.ask('POST', '/api/pipelines/import', { cookie, csv });
    expect(imported.status).toBe(201);
    isOver = true;
    await Promise.all(writes);
    expect(statuses.length).toBeGreaterThan(4);
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  const SENT_LATER = '{"companyName":"Sent later"}';

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s finishes running work and ends with 0',
    async (signal) => {
      server = await startServer();
      const cookie = await signIn(server);
      const upload = connect(server.port, '127.0.0.1').setEncoding('utf8');
      upload.write(
        `POST /api/pipelines HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${SENT_LATER.length}\r\n` +
          'Expect: 100-continue\r\n\r\n',
      );
      await once(upload, 'data');
      // Terminals and npm both send the signal.
      process.kill(server.pid(), signal);
      process.kill(server.pid(), signal);
      upload.write(SENT_LATER);
      expect(await once(upload, 'data')).toEqual([expect.stringMatching(/^HTTP\/1.1 201 /)]);
      expect(await server.stop()).toBe(0);
      server = undefined;
    },
  );

  test('a start at a taken port says why once and ends with 1', async () => {
    const port = await findFreePort();
    const taken = createServer().listen(port, '127.0.0.1');
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) },
    });
    let text = '';
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (part: string) => (text += part));
    const [code] = (await once(child, 'close')) as [number];
    taken.close();
    expect([code, text.trim()]).toEqual([1, `Port ${port} is in use. Set PORT to another one.`]);
  });
});
