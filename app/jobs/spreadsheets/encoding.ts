import { TEXT_ENCODINGS, type TextEncoding } from '#db/schema';
import { InvalidFileError } from './limits';

/** Decodes a text file: as its user says, else as its bytes say. */

export interface DecodedText {
  text: string;
  encoding: TextEncoding;
}

/** No text has these. */
const BINARY_CHARACTER = /(?![\t\n\v\f\r\u007f-\u009f])\p{Cc}/u;
/** How many bytes tell what the rest is. */
const BEGINNING_BYTES = 4_096;
/** Bytes that the detection looks at. */
const MAX_SAMPLE_BYTES = 16 * 1024;

/** For bytes that are no text at all. */
export class NotTextError extends InvalidFileError {}

const UNKNOWN_ENCODING_MESSAGE =
  'The characters of this file are in an encoding that is not known. ' +
  'Please save it as “CSV UTF-8” and choose it again.';

/**
 * Returns the text and its encoding. A byte that the encoding does not have becomes U+FFFD, which the
 * comparison names. Throws BadFile for what is no text, or in no encoding that is known.
 */
export async function decodeText(bytes: Uint8Array, chosen?: TextEncoding): Promise<DecodedText> {
  const encoding = chosen ?? (await detectEncoding(bytes));
  const text = new TextDecoder(encoding).decode(bytes);
  if (BINARY_CHARACTER.test(text)) {
    if (chosen)
      throw new InvalidFileError('This file cannot be read in the encoding that was chosen.');
    throw new NotTextError('This is neither a spreadsheet (.xlsx) nor a text file (.csv, .tsv).');
  }
  return { text, encoding };
}

async function detectEncoding(bytes: Uint8Array): Promise<TextEncoding> {
  const wide = detectUtf16(bytes);
  if (wide) return wide;
  if (isMostlyUtf8(bytes)) return 'utf-8';
  return detectLegacy(bytes);
}

/** By its mark, or without one by the zeros of its Latin characters. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, BEGINNING_BYTES);
  const zeros = [0, 0];
  beginning.forEach((byte, i) => byte === 0 && zeros[i % 2]!++);
  const isMost = (count = 0, oppositeCount = 0) =>
    count > beginning.length / 5 && oppositeCount === 0;
  if (isMost(zeros[1], zeros[0])) return 'utf-16le';
  return isMost(zeros[0], zeros[1]) ? 'utf-16be' : undefined;
}

/** Other encodings hardly ever have the sequences of UTF-8: a few bytes that have none are faults. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    const { good, bad } = countBeyondAscii(new TextDecoder('utf-8').decode(bytes));
    return good >= bad;
  }
}

/** Characters beyond ASCII, and those that are none or no text; without an array of ten million. */
function countBeyondAscii(text: string): { good: number; bad: number } {
  let good = 0;
  let bad = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd || (code > 0x7f && code < 0xa0)) bad++;
    else if (code > 0x7f) good++;
  }
  return { good, bad };
}

/** The names of the detection for encodings that the decoder calls otherwise. */
const ENCODING_ALIASES: Record<string, TextEncoding> = {
  cp949: 'euc-kr',
  cp932: 'shift_jis',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'tis-620': 'windows-874',
};

const MAC_ENCODINGS: Partial<Record<TextEncoding, TextEncoding>> = {
  'windows-1252': 'macintosh',
  'windows-1251': 'x-mac-cyrillic',
};

/** Where Western European is nearly as likely as the best guess, it is meant. */
const MIN_RELATIVE_CONFIDENCE = 0.8;

async function detectLegacy(bytes: Uint8Array): Promise<TextEncoding> {
  const { detectAll } = await import('jschardet');
  const found = detectAll(takeSample(bytes)).flatMap(({ encoding, confidence }) => {
    const known = findEncoding(encoding ?? '');
    return known && confidence && isDecodable(bytes, known)
      ? [{ encoding: known, confidence }]
      : [];
  });
  const [best] = found;
  if (!best) throw new InvalidFileError(UNKNOWN_ENCODING_MESSAGE);
  const western = found.find(({ encoding }) => encoding === 'windows-1252');
  const { encoding } =
    western && western.confidence >= MIN_RELATIVE_CONFIDENCE * best.confidence ? western : best;
  if (!isClassicMacText(bytes)) return encoding === 'macintosh' ? 'windows-1252' : encoding;
  const isWestern = found.some((guess) => guess.encoding === 'macintosh') && best.confidence < 0.1;
  return MAC_ENCODINGS[encoding] ?? (isWestern ? 'macintosh' : encoding);
}

function findEncoding(name: string): TextEncoding | undefined {
  const label = name.toLowerCase();
  return ENCODING_ALIASES[label] ?? TEXT_ENCODINGS.find((encoding) => encoding === label);
}

/** Encodings of two bytes have sequences that are no character; a few faults are left to the cells. */
function isDecodable(bytes: Uint8Array, encoding: TextEncoding): boolean {
  const { good, bad } = countBeyondAscii(new TextDecoder(encoding).decode(takeSample(bytes)));
  return good > 10 * bad;
}

/** Only the programs of the first Macs end lines with carriage returns alone. */
function isClassicMacText(bytes: Uint8Array): boolean {
  return bytes.includes(0x0d) && !bytes.includes(0x0a);
}

/** Lines with bytes beyond ASCII, as far as the sample goes: a long table may begin with plain ones. */
function takeSample(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_SAMPLE_BYTES) return bytes;
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const start = bytes.lastIndexOf(0x0a, first) + 1;
  return bytes.subarray(start, start + MAX_SAMPLE_BYTES);
}
