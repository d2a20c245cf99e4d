import type { Server } from 'node:http';

interface Address {
  port: number;
  host: string;
}

/** Failure to listen, whose message says what to do. */
class ListenError extends Error {
  override name = 'ListenError';

  constructor(address: Address, cause: NodeJS.ErrnoException) {
    super(describeListenError(cause.code, address), { cause });
  }
}

/** `code` is the system's. */
export function describeListenError(code: string | undefined, { port, host }: Address): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Set PORT to another one.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Set PORT to 1024 or more, and let a proxy in front listen on port ${port}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine. Set it to 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses.`;
    default:
      return `The server cannot listen on ${host}, port ${port} (${code}). Set HOST and PORT to others.`;
  }
}

export function listen(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(address, error)));
    server.listen(address.port, address.host, resolve);
  });
}
