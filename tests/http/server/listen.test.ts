import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { describeListenError, listen } from '~/http/server/listen.server';

const first = createServer();
afterEach(() => first.close());

const tryToListen = (port: number, host: string) => listen(createServer(), { port, host });

describe('a server that cannot listen (rule 12.33)', () => {
  test('a taken port is named with what to set', async () => {
    await listen(first, { port: 0, host: '127.0.0.1' });
    const { port } = first.address() as AddressInfo;
    await expect(tryToListen(port, '127.0.0.1')).rejects.toMatchObject({
      name: 'ListenError',
      message: `Port ${port} is in use. Set PORT to another one.`,
    });
  });

  test('an address of another machine is named with what to set', async () => {
    await expect(tryToListen(0, '203.0.113.7')).rejects.toThrow(
      'HOST 203.0.113.7 is not an address of this machine. Set it to 127.0.0.1',
    );
  });

  test.each([
    ['EACCES', 'Port 80 may not be used by this user. Set PORT to 1024 or more'],
    ['ENOTFOUND', 'HOST app.internal is not an address of this machine.'],
    ['EMFILE', 'The server cannot listen on app.internal, port 80 (EMFILE). Set HOST and PORT'],
  ])('%s is one sentence that says what to do', (code, text) => {
    const message = describeListenError(code, { port: 80, host: 'app.internal' });
    expect(message).toContain(text);
    expect(message).not.toContain('\n');
  });
});
