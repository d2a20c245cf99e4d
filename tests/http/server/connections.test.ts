import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropStalledConnections } from '~/http/server/connections.server';

/** 30 s in production. */
const CLIENT_TIMEOUT_MS = 600;
const CHUNK_BYTES = 32 * 1024;
const MANY_BYTES = 2_000 * CHUNK_BYTES;

function* createChunks() {
  for (let sent = 0; sent < MANY_BYTES; sent += CHUNK_BYTES) yield Buffer.alloc(CHUNK_BYTES);
}

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/many') void pipeline(createChunks(), response).catch(() => undefined);
    else setTimeout(() => response.end('late'), 2 * CLIENT_TIMEOUT_MS);
  }).listen(0, '127.0.0.1');
  dropStalledConnections(server, CLIENT_TIMEOUT_MS);
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(path: string): Promise<{ here: Socket; there: Socket }> {
  const { port } = server.address() as AddressInfo;
  const here = connect(port, '127.0.0.1').on('error', () => undefined);
  here.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [there] = (await once(server, 'connection')) as [Socket];
  return { here, there };
}

describe('stalled clients (rule 12.23)', () => {
  test('a client that reads nothing is disconnected', async () => {
    const { here, there } = await ask('/many');
    const asking = setInterval(() => here.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n'), 50);
    await once(there, 'close');
    clearInterval(asking);
    here.destroy();
  });
});

test('a slow client receives the whole answer', async () => {
  const { here } = await ask('/many');
  let bytesRead = 0;
  for await (const chunk of here) {
    bytesRead += (chunk as Buffer).length;
    if (bytesRead < MANY_BYTES / 20) await pause(20);
    if (bytesRead >= MANY_BYTES) break;
  }
  expect(bytesRead).toBeGreaterThanOrEqual(MANY_BYTES);
});

test('a client that waits for a late answer stays connected', async () => {
  const { here } = await ask('/late');
  const [answer] = (await once(here, 'data')) as [Buffer];
  expect(answer.toString()).toContain('late');
  here.destroy();
});
