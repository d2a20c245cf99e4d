import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { networkOf } from './address.server';

/** How many connections of one address may be open on which nobody has signed in. */
export const MAX_ANONYMOUS = 64;

/** Those connections by address, the oldest first. */
const anonymous = new Map<string, Set<Socket>>();
const busy = new WeakSet<Socket>();
const leave = new WeakMap<Socket, () => void>();

/**
 * Closes the oldest anonymous connection of an address for its 65th, if possible one that waits for
 * nothing: so silent connections keep nobody out, not even at the same address. Behind a proxy all
 * connections are the proxy's, which has to limit them itself (docs/operations.md).
 */
export function limitAnonymous(server: Server): void {
  server.on('connection', (socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const same = anonymous.get(address) ?? new Set();
    anonymous.set(address, same.add(socket));
    leave.set(socket, () => {
      same.delete(socket);
      if (!same.size && anonymous.get(address) === same) anonymous.delete(address);
    });
    socket.once('close', () => leave.get(socket)!());
    if (same.size > MAX_ANONYMOUS) oldestOf(same).destroy();
  });
}

function oldestOf(sockets: Set<Socket>): Socket {
  const [oldest] = sockets;
  return [...sockets].find((socket) => !busy.has(socket)) ?? oldest!;
}

/** Notes which connections are busy, and on which somebody has signed in. */
export function noteConnection(
  { socket }: Request,
  response: Response<unknown, { logged?: { user?: string } }>,
  next: NextFunction,
): void {
  busy.add(socket);
  response.once('close', () => {
    busy.delete(socket);
    if (response.locals.logged?.user) leave.get(socket)?.();
  });
  next();
}

/** In ms. */
const clientPatience = () => Number(process.env.CLIENT_PATIENCE ?? 30_000);

/** Closes connections whose client takes nothing of what waits for it for `patience` ms. */
export function dropStalled(server: Server, patience = clientPatience()): void {
  server.on('connection', (socket) => watch(socket, patience));
}

/** Not `socket.setTimeout`: whatever the client sends would put that off. */
function watch(socket: Socket, patience: number): void {
  let bytesBefore = 0;
  let since = Date.now();
  const check = () => {
    const progress = socket.writableLength === 0 || socket.bytesWritten !== bytesBefore;
    bytesBefore = socket.bytesWritten;
    if (progress) since = Date.now();
    // A reset frees what the system holds for the client, too.
    else if (Date.now() - since >= patience) socket.resetAndDestroy();
  };
  const timer = setInterval(check, patience / 6).unref();
  socket.once('close', () => clearInterval(timer));
}
