import { BadFile } from './bad-file';

/** What bytes 0x80 to 0x9F are in Windows-1252. Node 20's decoder leaves them as they are. */
const WINDOWS =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** No text has these. */
const BINARY = /(?![\t\n\v\f\r\u007f-\u009f])\p{Cc}/u;

/** How many bytes tell what the rest is. */
const BEGINNING = 4_096;

/** A text in UTF-8, UTF-16 or else Windows-1252. Throws BadFile for what is none. */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (BINARY.test(text))
    throw new BadFile('This is neither a spreadsheet (.xlsx) nor a text file (.csv, .tsv).');
  return text;
}

function decode(bytes: Uint8Array): string {
  const wide = utf16Of(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return text.replace(/[\x80-\x9f]/g, (found) => WINDOWS[found.charCodeAt(0) - 0x80]!);
  }
}

/** By its mark, or without one by the zeros of its Latin characters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, BEGINNING);
  const zeros = [0, 0];
  beginning.forEach((byte, i) => byte === 0 && zeros[i % 2]!++);
  const isMost = (count = 0, other = 0) => count > beginning.length / 5 && other === 0;
  if (isMost(zeros[1], zeros[0])) return 'utf-16le';
  return isMost(zeros[0], zeros[1]) ? 'utf-16be' : undefined;
}
