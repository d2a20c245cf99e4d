import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * A real SMTP server takes the mails. Its address must be in the environment before anything reads it: import this first, and what
 * sends mail by `await import()`.
 */

/** The mails that have arrived, as they are read. */
export const receivedMails: string[] = [];
let isRefusing = false;
/** Whether it says "Not now." */
export const refuseMails = (isRefused: boolean) => void (isRefusing = isRefused);

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onMailFrom: (_address, _session, done) => done(isRefusing ? new Error('Not now.') : undefined),
  onData: (stream, _session, done) => {
    let mail = '';
    stream.on('data', (chunk: Buffer) => (mail += chunk.toString()));
    stream.on('end', () => {
      receivedMails.push(toReadableMail(mail));
      done();
    });
  },
});
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
process.env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
process.env.APP_URL = 'https://deals.fund.example';

export const stopMails = () => new Promise<void>((closed) => server.close(closed));

/** Without soft line breaks, and the header of the key in one line. */
function toReadableMail(mail: string): string {
  const bytes = Buffer.from(
    mail
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
  return bytes.toString().replace(/(List-Unsubscribe:)\r\n /, '$1 ');
}
