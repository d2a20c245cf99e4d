import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

function formatHead({ method, path, headers, body }: Sent): string {
  const lines = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(body) });
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
}

function openSocket(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined);
}

export async function beginRequest(port: number, sent: Sent): Promise<Socket> {
  const socket = openSocket(port);
  socket.write(
    `${formatHead({ ...sent, headers: { ...sent.headers, Expect: '100-continue' } })}\r\n`,
  );
  await once(socket, 'data');
  socket.write(sent.body.slice(0, Math.ceil(Buffer.byteLength(sent.body) / 2)));
  return socket;
}

const writeToSocket = (socket: Socket, bytes: string) =>
  new Promise<void>((resolve) => socket.write(bytes, () => resolve()));

type LeaveRequest = (port: number, sent: Sent, after?: number) => Promise<unknown>;

/** Sends a request and leaves at a stage of it, `after` so many ms. */
export const LEAVE_AT: Record<string, LeaveRequest> = {
  async 'in the headers'(port, sent) {
    const socket = openSocket(port);
    await writeToSocket(socket, formatHead(sent));
    socket.destroy();
  },
  async 'before its turn'(port, sent, after = 0) {
    const socket = openSocket(port);
    await writeToSocket(socket, `${formatHead(sent)}\r\n${sent.body.slice(0, 1).toString()}`);
    await pause(after);
    socket.resetAndDestroy();
  },
  async 'in the body'(port, sent) {
    const socket = await beginRequest(port, sent);
    socket.destroy();
  },
  async 'after the body'(port, sent) {
    const socket = openSocket(port);
    await writeToSocket(socket, `${formatHead(sent)}\r\n${sent.body.toString()}`);
    await pause(Math.random() * 5);
    socket.destroy();
  },
};
