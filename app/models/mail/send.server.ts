import type { Transporter } from 'nodemailer';
import { appUrl, env } from '~/env.server';
import { logError } from '~/log.server';
import type { Mail } from './letters';

let transport: Transporter | undefined;

/** False if no mail server is configured: then pages show the text, to pass on. */
export const sendsMail = env.SMTP_URL !== undefined;

/** Sends in the background, so that a slow mail server delays nobody. A failure is logged. */
export function sendMail(mail: Mail): void {
  if (!env.SMTP_URL) return;
  deliver(env.SMTP_URL, mail).catch((error: Error) =>
    logError(error, `Mail '${mail.subject}' was not sent`),
  );
}

/** Imported on demand: most installations send no mail, and start faster without it. */
async function deliver(server: string, mail: Mail): Promise<void> {
  const { createTransport } = await import('nodemailer');
  transport ??= createTransport(server, {
    from: env.MAIL_FROM ?? `"Deal Pipeline" <no-reply@${new URL(appUrl).hostname}>`,
  });
  await transport.sendMail(mail);
}
