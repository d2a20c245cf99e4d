import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * Starts an SMTP server for tests. Import it first, because the environment must hold its address
 * before modules that send mail are imported.
 */

/** Decoded mails that have arrived. */
export const receivedMails: string[] = [];
let isRefusing = false;
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

function toReadableMail(mail: string): string {
  const bytes = Buffer.from(
    mail
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
  return bytes.toString().replace(/(List-Unsubscribe:)\r\n /, '$1 ');
}
