import { setTimeout as pause } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import { env } from '~/env.server';
import { logError } from '~/log.server';
import { getMailSender } from '~/setting-defaults.server';
import type { Mail } from './compose.server';

let transport: Transporter | undefined;

const MAX_ANSWER_MS = 10_000;

/** Decides whether a mail is sent or a page shows its text. */
export const isMailConfigured = env.SMTP_URL !== undefined;

export function sendMail(mail: Mail): void {
  if (isMailConfigured) void deliverMail(mail);
}

/** Returns whether the mail server accepted the mail within 10 s; false without a mail server. */
export async function sendMailAndWait(mail: Mail): Promise<boolean> {
  if (!isMailConfigured) return false;
  return Promise.race([deliverMail(mail), pause(MAX_ANSWER_MS, false, { ref: false })]);
}

/** Returns false, and logs the error, if the mail server did not accept the mail. */
export async function deliverMail(mail: Mail): Promise<boolean> {
  try {
    await sendBySmtp(mail);
    return true;
  } catch (error) {
    logError(error, `Mail '${mail.subject}' was not sent`);
    return false;
  }
}

/** Loads nodemailer on demand: most installations send no mail and start faster without it. */
async function sendBySmtp(mail: Mail): Promise<void> {
  if (!env.SMTP_URL) throw new Error('No mail server is configured.');
  const { createTransport } = await import('nodemailer');
  transport ??= createTransport(env.SMTP_URL, { from: getMailSender(env) });
  await transport.sendMail(mail);
}
