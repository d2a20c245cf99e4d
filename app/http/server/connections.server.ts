import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { getNetwork } from '~/http/request/client-address.server';

/** Limits the open connections of one address on which nobody has signed in. */
export const MAX_ANONYMOUS_CONNECTIONS = 64;

/** Anonymous connections by address, oldest first. */
const anonymousSockets = new Map<string, Set<Socket>>();
const busySockets = new WeakSet<Socket>();
const forgetCallbacks = new WeakMap<Socket, () => void>();

/**
 * Closes the oldest anonymous connection of an address for its 65th, idle ones first, so that
 * silent connections lock nobody out. A proxy has to limit its connections itself
 * (docs/operations.md).
 */
export function limitAnonymousConnections(server: Server): void {
  server.on('connection', (socket) => {
    const address = getNetwork(socket.remoteAddress ?? '');
    const sockets = anonymousSockets.get(address) ?? new Set();
    anonymousSockets.set(address, sockets.add(socket));
    forgetCallbacks.set(socket, () => {
      sockets.delete(socket);
      if (!sockets.size && anonymousSockets.get(address) === sockets)
        anonymousSockets.delete(address);
    });
    socket.once('close', () => forgetCallbacks.get(socket)!());
    if (sockets.size > MAX_ANONYMOUS_CONNECTIONS) findOldest(sockets).destroy();
  });
}

function findOldest(sockets: Set<Socket>): Socket {
  const [oldest] = sockets;
  return [...sockets].find((socket) => !busySockets.has(socket)) ?? oldest!;
}

/** Records which connections are busy or signed in. */
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

const getClientTimeoutMs = () => Number(process.env.CLIENT_PATIENCE ?? 30_000);

/** Closes connections whose client reads nothing of the waiting data for `timeoutMs`. */
export function dropStalledConnections(server: Server, timeoutMs = getClientTimeoutMs()): void {
  server.on('connection', (socket) => watchConnection(socket, timeoutMs));
}

/** `socket.setTimeout` would restart with everything that the client sends. */
function watchConnection(socket: Socket, timeoutMs: number): void {
  let bytesBefore = 0;
  let since = Date.now();
  const check = () => {
    const progress = socket.writableLength === 0 || socket.bytesWritten !== bytesBefore;
    bytesBefore = socket.bytesWritten;
    if (progress) since = Date.now();
    // A reset also frees the system's buffers for the client.
    else if (Date.now() - since >= timeoutMs) socket.resetAndDestroy();
  };
  const timer = setInterval(check, timeoutMs / 6).unref();
  socket.once('close', () => clearInterval(timer));
}
