import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const getClientTimeoutMs = () => Number(process.env.CLIENT_TIMEOUT_MS ?? 30_000);

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
