import { isUtf8 } from 'node:buffer';

export const MAX_HEADER_BYTES = 2 * 1024 * 1024;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Returns the message as the parser expects it: without a byte order mark, and with headers in UTF-8. */
export function prepareMessage(bytes: Buffer): Buffer {
  return recodeHeaders(skipByteOrderMark(bytes));
}

/** Editors put the mark before the first header, which would be lost. */
function skipByteOrderMark(bytes: Buffer): Buffer {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/** Old programs write headers in Latin-1 without saying so; the parser takes them for UTF-8. */
function recodeHeaders(bytes: Buffer): Buffer {
  const start = bytes.subarray(0, MAX_HEADER_BYTES).toString('latin1');
  const end = /\r?\n\r?\n/.exec(start)?.index ?? start.length;
  if (isUtf8(bytes.subarray(0, end))) return bytes;
  const lines = start
    .slice(0, end)
    .split('\n')
    .map((line) => {
      const sent = Buffer.from(line, 'latin1');
      return isUtf8(sent) ? sent.toString() : new TextDecoder('windows-1252').decode(sent);
    });
  return Buffer.concat([Buffer.from(lines.join('\n')), bytes.subarray(end)]);
}

const TEXT_TYPE_HEADER = /^Content-Type:[ \t]*text\/(?:plain|html)(?:[^\r\n]|\r?\n[ \t])*/gim;

const CHARSET_PARAMETER = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

const META_CHARSET = /<meta\b[^>]{0,200}\bcharset\s*=\s*["']?([\w.:-]{1,40})/i;

/** Names that say nothing, or that programs write over UTF-8 as well. */
const VAGUE_CHARSETS =
  /^(?:(?:us-)?ascii|ansi_x3\.4-19\d\d|(?:x-)?unknown(?:-8bit)?|x-user-defined|default|none|8bit)?$/i;

/** Declares UTF-8 for texts whose charset is none or ASCII. */
export function declareUtf8(bytes: Buffer): Buffer {
  return declareCharset(bytes, (charset) => (VAGUE_CHARSETS.test(charset) ? 'utf-8' : charset));
}

/**
 * Declares a charset for texts that are no UTF-8, although they name it or nothing: the one of
 * their HTML, else that of Western Windows, which holds Latin-1.
 */
export function declareLegacyCharset(bytes: Buffer): Buffer {
  const [, named = ''] = META_CHARSET.exec(bytes.toString('latin1')) ?? [];
  const legacy = isUtf8Name(named) || !named ? 'windows-1252' : named;
  return declareCharset(bytes, (charset) =>
    VAGUE_CHARSETS.test(charset) || isUtf8Name(charset) ? legacy : charset,
  );
}

const isUtf8Name = (charset: string) => /^utf-?8$/i.test(charset);

/** Replaces the charset of each text; the present one is empty for texts that name none. */
function declareCharset(bytes: Buffer, replace: (charset: string) => string): Buffer {
  const message = bytes.toString('latin1');
  const declared = message.replace(TEXT_TYPE_HEADER, (header) => {
    const [parameter, charset = ''] = CHARSET_PARAMETER.exec(header) ?? [];
    const type = parameter ? header.replace(parameter, '') : header;
    return `${type}; charset="${replace(charset)}"`;
  });
  const end = /\r?\n\r?\n/.exec(message)?.index ?? 0;
  const hasType = /^Content-Type:/im.test(message.slice(0, end));
  const type = `Content-Type: text/plain; charset="${replace('')}"\r\n`;
  return Buffer.from(hasType ? declared : type + declared, 'latin1');
}
