import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { getNetwork } from '~/http/request/client-address.server';

/** How many connections of one address may be open on which nobody has signed in. */
export const MAX_ANONYMOUS_CONNECTIONS = 64;

/** Those connections by address, the oldest first. */
const anonymousSockets = new Map<string, Set<Socket>>();
const busySockets = new WeakSet<Socket>();
const forgetCallbacks = new WeakMap<Socket, () => void>();

/**
 * Closes the oldest anonymous connection of an address for its 65th, if possible one that waits for
 * nothing: so silent connections keep nobody out, not even at the same address. Behind a proxy all
 * connections are the proxy's, which has to limit them itself (docs/operations.md).
 */
export function limitAnonymousConnections(server: Server): void {
  server.on('connection', (socket) => {
    const address = getNetwork(socket.remoteAddress ?? '');
    const same = anonymousSockets.get(address) ?? new Set();
    anonymousSockets.set(address, same.add(socket));
    forgetCallbacks.set(socket, () => {
      same.delete(socket);
      if (!same.size && anonymousSockets.get(address) === same) anonymousSockets.delete(address);
    });
    socket.once('close', () => forgetCallbacks.get(socket)!());
    if (same.size > MAX_ANONYMOUS_CONNECTIONS) findOldest(same).destroy();
  });
}

function findOldest(sockets: Set<Socket>): Socket {
  const [oldest] = sockets;
  return [...sockets].find((socket) => !busySockets.has(socket)) ?? oldest!;
}

/** Notes which connections are busy, and on which somebody has signed in. */
export function trackConnection(
  { socket }: Request,
  response: Response<unknown, { logged?: { user?: string } }>,
  next: NextFunction,
): void {
  busySockets.add(socket);
  response.once('close', () => {
    busySockets.delete(socket);
    if (response.locals.logged?.user) forgetCallbacks.get(socket)?.();
  });
  next();
}

/** In ms. */
const getClientTimeoutMs = () => Number(process.env.CLIENT_PATIENCE ?? 30_000);

/** Closes connections whose client takes nothing of what waits for it for `patience` ms. */
export function dropStalledConnections(server: Server, timeoutMs = getClientTimeoutMs()): void {
  server.on('connection', (socket) => watchConnection(socket, timeoutMs));
}

/** Not `socket.setTimeout`: whatever the client sends would put that off. */
function watchConnection(socket: Socket, timeoutMs: number): void {
  let bytesBefore = 0;
  let since = Date.now();
  const check = () => {
    const progress = socket.writableLength === 0 || socket.bytesWritten !== bytesBefore;
    bytesBefore = socket.bytesWritten;
    if (progress) since = Date.now();
    // A reset frees what the system holds for the client, too.
    else if (Date.now() - since >= timeoutMs) socket.resetAndDestroy();
  };
  const timer = setInterval(check, timeoutMs / 6).unref();
  socket.once('close', () => clearInterval(timer));
}
