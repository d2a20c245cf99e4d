import { connect, type Socket } from 'node:net';
import type { PeopledServer } from './actors';

const LONG_ANSWERS = [
  '/api/pipelines',
  '/api/pipelines/export',
  '/admin/pipelines?size=100',
  '/admin/history',
  '/admin/history/export',
  '/api/openapi.json',
];

/** Opens clients that ask and never read. Returns a function that stops them. */
export function stallReaders(server: PeopledServer, count: number): () => void {
  const sockets = new Set<Socket>();
  let stopped = false;
  const open = (number: number) => {
    const path = LONG_ANSWERS[number % LONG_ANSWERS.length]!;
    const socket = connect(server.port, '127.0.0.1');
    sockets.add(socket);
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${server.cookies.admin}\r\n\r\n`,
    );
    // Replaces a client that the server has closed.
    socket.once('close', () => {
      sockets.delete(socket);
      if (!stopped) setTimeout(() => open(number), 1_000).unref();
    });
  };
  for (let number = 0; number < count; number++) open(number);
  return () => {
    stopped = true;
    for (const socket of sockets) socket.destroy();
  };
}
