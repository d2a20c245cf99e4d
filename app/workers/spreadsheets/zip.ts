import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { BadFile } from './bad-file';

/** Inflated, in bytes. The strings of a workbook are kept in memory. */
const MAX_PART = 160 * 1024 * 1024;
export const MAX_IN_MEMORY = 48 * 1024 * 1024;
/** The lists of sheets and parts. */
export const MAX_SMALL = 8 * 1024 * 1024;
/** Of the parts that are read, together. */
const MAX_ALL = 240 * 1024 * 1024;
/** Spreadsheets are deflated to a fiftieth at best; zeros to a thousandth. */
const MAX_RATIO = 200;
const SMALL = 1024 * 1024;
const MAX_PARTS = 10_000;

const BOMB = 'This file is small, but unpacked it is far too large to be a list of deals.';

/** The parts of a zip file, found without regard to case. */
export interface Parts {
  has(path: string): boolean;
  /** The inflated bytes; none for a missing part. Throws BadFile for a zip bomb. */
  open(path: string, most?: number): Promise<AsyncIterable<Buffer>>;
}

/** Reads the list of parts. Throws an error for a damaged file. */
export async function openZip(bytes: Uint8Array): Promise<Parts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(buffer, { lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName.toLowerCase(), entry);
    if (zip.entriesRead > MAX_PARTS) throw new BadFile(BOMB);
  }
  let left = MAX_ALL;
  return {
    has: (path) => entries.has(path.toLowerCase()),
    open: async (path, most = MAX_PART) => {
      const entry = entries.get(path.toLowerCase());
      if (!entry) return (async function* () {})();
      checkSize(entry, Math.min(most, left));
      left -= entry.uncompressedSize;
      return inflate(zip, entry);
    },
  };
}

/** By the stated sizes: reading stops with an error where a part is larger than it says. */
function checkSize({ compressedSize, uncompressedSize }: Entry, most: number): void {
  const isDense = uncompressedSize > Math.max(SMALL, compressedSize * MAX_RATIO);
  if (isDense || uncompressedSize > most) throw new BadFile(BOMB);
}

async function inflate(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.isEncrypted()) throw new BadFile('The file is protected by a password.');
  return zip.openReadStreamPromise(entry);
}
