interface ImapError {
  message?: string;
  code?: string;
  responseText?: string;
  authenticationFailed?: boolean;
}

const TIMEOUT_CODES = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'ETIMEOUT'];

export function describeImapError(error: unknown): string {
  const { message, code, responseText, authenticationFailed } = error as ImapError;
  if (authenticationFailed)
    return `user or password was refused${responseText ? `: ${responseText}` : ''}`;
  if (code && TIMEOUT_CODES.includes(code)) return 'the server did not answer in time';
  const text = responseText || message || String(error);
  return code && !text.includes(code) ? `${text} (${code})` : text;
}
