import type { Request, Response } from 'express';

const ANSWER = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Ends a request whose body is not complete after `patience` ms, as Node does. Its own time-out is
 * the same for all addresses of a server.
 */
export function endSlowBody(request: Request, response: Response, patience: number): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent) request.socket.write(ANSWER);
    request.socket.destroy();
  }, patience).unref();
  request.once('close', () => clearTimeout(timer));
}
