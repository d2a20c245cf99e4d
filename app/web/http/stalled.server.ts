import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** In ms. */
const PATIENCE = 30_000;

/** Closes connections whose client takes nothing of what waits for it for `patience` ms. */
export function dropStalled(server: Server, patience = PATIENCE): void {
  server.on('connection', (socket) => watch(socket, patience));
}

/** Not `socket.setTimeout`: whatever the client sends would put that off. */
function watch(socket: Socket, patience: number): void {
  let taken = 0;
  let since = Date.now();
  const check = () => {
    const progress = socket.writableLength === 0 || socket.bytesWritten !== taken;
    taken = socket.bytesWritten;
    if (progress) since = Date.now();
    // A reset frees what the system holds for the client, too.
    else if (Date.now() - since >= patience) socket.resetAndDestroy();
  };
  const timer = setInterval(check, patience / 6).unref();
  socket.once('close', () => clearInterval(timer));
}
