import type { Transporter } from 'nodemailer';
import { appUrl, env } from '~/env.server';
import { logError } from '~/log.server';
import type { Mail } from './letters';

let transport: Transporter | undefined;

/** True when mails are sent; else their texts are shown to who causes them, to pass on. */
export const sendsMail = env.SMTP_URL !== undefined;

/** Sends a mail in the background: a mail server that is slow or gone holds nobody up. A failure is logged. */
export function sendMail(mail: Mail): void {
  if (!env.SMTP_URL) return;
  deliver(env.SMTP_URL, mail).catch((error: Error) =>
    logError(error, `Mail '${mail.subject}' was not sent`),
  );
}

/** Most installations send none, and start sooner without the library. */
async function deliver(server: string, mail: Mail): Promise<void> {
  const { createTransport } = await import('nodemailer');
  transport ??= createTransport(server, {
    from: env.MAIL_FROM ?? `"Deal Pipeline" <no-reply@${new URL(appUrl).hostname}>`,
  });
  await transport.sendMail(mail);
}
