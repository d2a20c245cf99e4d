import { BadFile } from './bad-file';

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
    return new TextDecoder('windows-1252').decode(bytes);
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
