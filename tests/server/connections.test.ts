import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';

/** All connections come from one address. */
let server: PeopledServer;
let opened: Socket[] = [];
beforeAll(async () => {
  server = await startPeopledServer();
}, 120_000);
afterEach(() => {
  for (const socket of opened) socket.destroy();
  opened = [];
});
afterAll(() => server.stop());

function open(count: number, request = ''): void {
  for (let n = 0; n < count; n++) {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    if (request) socket.write(request);
    opened.push(socket);
  }
}
const stillOpen = () => opened.filter(({ destroyed, connecting }) => !destroyed && !connecting);

describe('many connections (rule 12.36)', () => {
  test('1,000 silent connections lock nobody out', async () => {
    const cookie = server.cookies.owner;
    const known = server.newConnection();
    expect((await known('GET', '/dashboard', { cookie })).status).toBe(200);
    open(1_000);
    for (const path of ['/healthz', '/dashboard']) {
      const began = performance.now();
      expect((await server.newConnection()('GET', path, { cookie })).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(3_000);
    }
    await expect.poll(() => stillOpen().length, { timeout: 15_000 }).toBe(0);
    // Reuses the connection that nobody has closed.
    expect((await known('GET', '/dashboard', { cookie })).status).toBe(200);
  });

  test('200 people with 6 connections each share one address', async () => {
    const { port, cookies } = server;
    const head = `Host: 127.0.0.1:${port}\r\nCookie: ${cookies.owner}\r\n\r\n`;
    for (let people = 0; people < 200; people += 10) {
      open(60, `GET /api/auth/user HTTP/1.1\r\n${head}`);
      const answered = () => opened.filter(({ bytesRead }) => bytesRead > 0).length;
      await expect.poll(answered, { timeout: 10_000 }).toBe(opened.length);
    }
    expect(stillOpen()).toHaveLength(1_200);
  }, 60_000);

  test('two Host headers are 400', async () => {
    const { text } = await server.raw(
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });
});
