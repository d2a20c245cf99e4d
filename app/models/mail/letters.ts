import { displayName } from '~/models/text';

/** The mails, as texts: sent where mail is configured, else shown to who decides, to pass on. */

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
type Addressee = Parameters<typeof displayName>[0];

function letter(user: Addressee, subject: string, ...paragraphs: string[]): Mail {
  return {
    to: user.email,
    subject,
    text: [`Hello ${displayName(user)},`, ...paragraphs, 'Deal Pipeline'].join('\n\n'),
  };
}

export function approvedMail(user: Addressee, appUrl: string): Mail {
  return letter(
    user,
    'Your account is approved',
    'your account was approved. You can now log in with your credentials:',
    `${appUrl}/login`,
  );
}

export function rejectedMail(user: Addressee): Mail {
  return letter(
    user,
    'Your account was not approved',
    'your account was not approved. If you think this is a mistake, please ask your administrator.',
  );
}

/** `url` works once, for 24 hours. */
export function passwordMail(user: Addressee, url: string): Mail {
  return letter(
    user,
    'Choose your password',
    'with this link you can choose a new password. It works once, for 24 hours:',
    url,
    'If you did not expect this, ignore it: nothing has changed.',
  );
}
