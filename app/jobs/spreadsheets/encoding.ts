import { TEXT_ENCODINGS, type TextEncoding } from '#db/schema';
import { InvalidFileError } from './limits';

export interface DecodedText {
  text: string;
  encoding: TextEncoding;
}

const BINARY_CHARACTER = /(?![\t\n\v\f\r\u007f-\u009f])\p{Cc}/u;
const BEGINNING_BYTES = 4_096;
const MAX_SAMPLE_BYTES = 16 * 1024;

export class NotTextError extends InvalidFileError {}

const UNKNOWN_ENCODING_MESSAGE =
  'The characters of this file are in an encoding that is not known. ' +
  'Please save it as “CSV UTF-8” and choose it again.';

/**
 * Returns the text and its encoding. Undecodable bytes become U+FFFD, which the preview shows.
 * Throws InvalidFileError for files that are no text, or in an unknown encoding.
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

/** Detects UTF-16 by its byte-order mark, or by the zeros of its Latin characters. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, BEGINNING_BYTES);
  const evenZeros = beginning.filter((byte, i) => byte === 0 && i % 2 === 0).length;
  const oddZeros = beginning.filter((byte, i) => byte === 0 && i % 2 === 1).length;
  const minZeros = beginning.length / 5;
  if (oddZeros > minZeros && evenZeros === 0) return 'utf-16le';
  return evenZeros > minZeros && oddZeros === 0 ? 'utf-16be' : undefined;
}

/**
 * Returns true also for a few invalid bytes: other encodings hardly ever form the sequences of
 * UTF-8.
 */
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

/** Counts characters beyond ASCII, and invalid ones, without an array of ten million. */
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

/** Prefers Western European if it is nearly as likely as the best guess. */
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

/** Tolerates a few invalid sequences, which the cells will show. */
function isDecodable(bytes: Uint8Array, encoding: TextEncoding): boolean {
  const { good, bad } = countBeyondAscii(new TextDecoder(encoding).decode(takeSample(bytes)));
  return good > 10 * bad;
}

/** Only programs of the first Macs end lines with a carriage return and no line feed. */
function isClassicMacText(bytes: Uint8Array): boolean {
  return bytes.includes(0x0d) && !bytes.includes(0x0a);
}

/** Takes lines from the first one beyond ASCII on: a long table may start with plain ones. */
function takeSample(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_SAMPLE_BYTES) return bytes;
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const start = bytes.lastIndexOf(0x0a, first) + 1;
  return bytes.subarray(start, start + MAX_SAMPLE_BYTES);
}
