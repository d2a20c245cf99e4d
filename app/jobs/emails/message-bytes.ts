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
