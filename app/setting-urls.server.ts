import { isIP } from 'node:net';
import { z } from 'zod';

/** Parses settings that are addresses, and says what is wrong with them. */

type Context = Pick<z.RefinementCtx, 'addIssue'>;

function reject(context: Context, message: string): never {
  context.addIssue(message);
  return z.NEVER;
}

const APP_URL_EXAMPLE = 'such as https://deals.fund.example';

export function parseOrigin(value: string, context: Context): string {
  if (!/^https?:\/\//i.test(value))
    return reject(context, `must begin with https:// or http://, ${APP_URL_EXAMPLE}`);
  if (/[^\x21-\x7e\p{L}\p{N}]|[\\<>"`{|}^%]/u.test(value) || !URL.canParse(value))
    return reject(
      context,
      `must be a URL without spaces or special characters, ${APP_URL_EXAMPLE}`,
    );
  const url = new URL(value);
  if (url.username || url.password)
    return reject(context, `must have no user name or password, ${APP_URL_EXAMPLE}`);
  if (url.pathname !== '/' || /[?#]/.test(value))
    return reject(
      context,
      `must have no path, ? or # after the host: the product needs a host name of its own, ${APP_URL_EXAMPLE}`,
    );
  return url.origin;
}

const SMTP_EXAMPLE = 'such as smtps://USER:PASSWORD@mail.fund.example:465';

const ADDRESS_ESCAPES = 'write @ as %40, / as %2F, ? as %3F, # as %23, % as %25 and a space as %20';

/**
 * Rejects unescaped characters in a password, which would become part of the host, path or options.
 */
export function parseSmtpUrl(value: string, context: Context): string {
  const [, authority, rest] = /^smtps?:\/\/([^/?#]*)(.*)$/is.exec(value) ?? [];
  if (authority === undefined || rest === undefined)
    return reject(context, `must begin with smtp:// or smtps://, ${SMTP_EXAMPLE}`);
  if (!isEscapedAuthority(authority) || rest.includes('@'))
    return reject(context, `has unescaped characters in its user or password: ${ADDRESS_ESCAPES}`);
  if (!/^\/?(\?[\w.]+=[^#]*)?$/.test(rest))
    return reject(
      context,
      `must have nothing after the port, ${SMTP_EXAMPLE}. In a password ${ADDRESS_ESCAPES}`,
    );
  const isValid = URL.canParse(value) && new URL(value).hostname && canDecode(authority);
  if (!isValid) return reject(context, `must be an address, ${SMTP_EXAMPLE}`);
  return value;
}

function isEscapedAuthority(authority: string): boolean {
  const escapes = authority.split('%').slice(1);
  return (
    authority.split('@').length <= 2 &&
    !/[\s\\<>"`{|}^[\]]/.test(authority.replace(/(?<=^|@)\[[\da-f:.]+\]/i, 'host')) &&
    escapes.every((escape) => /^[\da-f]{2}/i.test(escape))
  );
}

const IMAP_EXAMPLE = 'such as imaps://USER:PASSWORD@imap.fund.example:993/Deals';

const MAX_PORT = 65_535;

export interface ImapMailbox {
  host: string;
  port: number;
  user: string;
  password: string;
  folder: string[];
}

/** Requires a folder, because its emails are moved away. */
export function parseImapUrl(value: string, context: Context): ImapMailbox {
  const [, authority, path] = /^imaps:\/\/([^/?#]*)(.*)$/is.exec(value) ?? [];
  if (authority === undefined || path === undefined)
    return reject(context, `must begin with imaps://, ${IMAP_EXAMPLE}`);
  if (!isEscapedAuthority(authority) || /[?#@]/.test(path) || !canDecode(authority + path))
    return reject(
      context,
      `has unescaped characters in its user, password or folder: ${ADDRESS_ESCAPES}`,
    );
  const [, user, password, host, port = '993'] =
    /^([^:]+):([^:]+)@(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  if (!user || !password || !host || !isHost(host.replace(/^\[|\]$/g, '')))
    return reject(context, `must name user, password and host, ${IMAP_EXAMPLE}`);
  if (Number(port) < 1 || Number(port) > MAX_PORT)
    return reject(context, `must have a port from 1 to ${MAX_PORT}, ${IMAP_EXAMPLE}`);
  const folder = splitFolderPath(path.replace(/^\//, '')).map(decodeURIComponent);
  if (!isFolderPath(folder))
    return reject(context, `must end with the folder to read, ${IMAP_EXAMPLE}`);
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    folder,
  };
}

export function splitFolderPath(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

export function isFolderPath(names: string[]): boolean {
  return names.every((name) => name.trim() !== '' && !/\p{Cc}/u.test(name));
}

export function isSameFolder(left: string[], right: string[]): boolean {
  const toComparable = (names: string[]) => names.join('/').replace(/^inbox(?=\/|$)/i, 'INBOX');
  return toComparable(left) === toComparable(right);
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function isHost(value: string): boolean {
  return (
    isIP(value) > 0 ||
    (value.length <= 253 &&
      /^(?!.*(?:^|\.)\d+$)[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(
        value,
      ))
  );
}

export function isSender(value: string): boolean {
  const [, address = value] = /^[^<>]*<([^<>]+)>$/.exec(value) ?? [];
  return !/\p{Cc}/u.test(value) && z.email().safeParse(address.trim()).success;
}
