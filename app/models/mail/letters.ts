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

export function approvedMail(user: Addressee, appUrl: string): Mail {
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
