import { getDisplayName } from '~/domain/person/names';
import { appUrl } from '~/env.server';

/** Composes mails as texts, which admins see and pass on where there is no mail server. */

export interface Mail {
  to: string;
  subject: string;
  text: string;
  headers?: Record<string, string>;
}

export type MailRecipient = Parameters<typeof getDisplayName>[0];

export function composeMail(user: MailRecipient, subject: string, ...paragraphs: string[]): Mail {
  return {
    to: user.email,
    subject,
    text: [`Hello ${getDisplayName(user)},`, ...paragraphs, 'Deal Pipeline'].join('\n\n'),
  };
}

/** Adds one-click unsubscribe (RFC 8058). */
export function addUnsubscribeHeaders(mail: Mail, url: string): Mail {
  const headers = {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { ...mail, headers };
}

export function composeApprovalMail(user: MailRecipient): Mail {
  return composeMail(
    user,
    'Your account is approved',
    'Your account has been approved. You can now log in with your credentials:',
    `${appUrl}/login`,
  );
}

export function composeRejectionMail(user: MailRecipient): Mail {
  return composeMail(
    user,
    'Your account was not approved',
    'Your account was not approved. If you think this is a mistake, please ask your administrator.',
  );
}

export function composeSecondFactorMail(user: MailRecipient, event: string): Mail {
  return composeMail(
    user,
    'Your two-step login has changed',
    event,
    'If this was not you, change your password and tell your administrator.',
  );
}

export function composePasswordMail(user: MailRecipient, url: string): Mail {
  return composeMail(
    user,
    'Choose your password',
    'Use this link to choose a new password. It works once and expires after 24 hours:',
    url,
    'If you did not expect this email, you can ignore it: nothing has changed.',
  );
}
