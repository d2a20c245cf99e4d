import type { Transporter } from 'nodemailer';
import { appUrl, env } from '~/env.server';
import { logError } from '~/log.server';
import { displayName } from '~/models/text';

/** Texts of mails. Without a mail server they are shown to the admin, to pass on. */

export interface Mail {
  to: string;
  subject: string;
  text: string;
  headers?: Record<string, string>;
}
export type Addressee = Parameters<typeof displayName>[0];

export function letter(user: Addressee, subject: string, ...paragraphs: string[]): Mail {
  return {
    to: user.email,
    subject,
    text: [`Hello ${displayName(user)},`, ...paragraphs, 'Deal Pipeline'].join('\n\n'),
  };
}

/** With what mail programs need to end such mails by one click (RFC 8058). */
export function withUnsubscribe(mail: Mail, address: string): Mail {
  const headers = {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { ...mail, headers };
}

export function approvedMail(user: Addressee): Mail {
  return letter(
    user,
    'Your account is approved',
    'Your account has been approved. You can now log in with your credentials:',
    `${appUrl}/login`,
  );
}

export function rejectedMail(user: Addressee): Mail {
  return letter(
    user,
    'Your account was not approved',
    'Your account was not approved. If you think this is a mistake, please ask your administrator.',
  );
}

/** `what` happened, as a sentence. */
export function secondFactorMail(user: Addressee, what: string): Mail {
  return letter(
    user,
    'Your two-step login has changed',
    what,
    'If this was not you, change your password and tell your administrator.',
  );
}

export function passwordMail(user: Addressee, url: string): Mail {
  return letter(
    user,
    'Choose your password',
    'Use this link to choose a new password. It works once and expires after 24 hours:',
    url,
    'If you did not expect this email, you can ignore it: nothing has changed.',
  );
}

let transport: Transporter | undefined;

/** False if no mail server is configured: then pages show the text, to pass on. */
export const sendsMail = env.SMTP_URL !== undefined;

/** Sends in the background, so that a slow mail server delays nobody. A failure is logged. */
export function sendMail(mail: Mail): void {
  if (sendsMail) void deliverMail(mail);
}

/** Waits until the mail server has taken it. False if it was not sent, which is logged. */
export async function deliverMail(mail: Mail): Promise<boolean> {
  try {
    await deliver(mail);
    return true;
  } catch (error) {
    logError(error, `Mail '${mail.subject}' was not sent`);
    return false;
  }
}

/** Imported on demand: most installations send no mail, and start faster without it. */
async function deliver(mail: Mail): Promise<void> {
  if (!env.SMTP_URL) throw new Error('No mail server is configured.');
  const { createTransport } = await import('nodemailer');
  transport ??= createTransport(env.SMTP_URL, {
    from: env.MAIL_FROM ?? `"Deal Pipeline" <no-reply@${new URL(appUrl).hostname}>`,
  });
  await transport.sendMail(mail);
}
