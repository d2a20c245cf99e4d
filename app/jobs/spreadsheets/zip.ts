import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { InvalidFileError } from './limits';

const MAX_PART_BYTES = 160 * 1024 * 1024;

export const MAX_IN_MEMORY_BYTES = 48 * 1024 * 1024;

export const MAX_SMALL_PART_BYTES = 8 * 1024 * 1024;

const MAX_TOTAL_BYTES = 240 * 1024 * 1024;

/** Spreadsheets shrink to a fiftieth at best, zeros to a thousandth. */
const MAX_RATIO = 200;

const UNCHECKED_PART_BYTES = 1024 * 1024;

const MAX_PARTS = 10_000;

const ZIP_BOMB_MESSAGE =
  'This file is small, but unpacked it is far too large to be a list of deals.';

export interface ZipParts {
  has(path: string): boolean;
  /**
   * Returns the inflated bytes; none for a missing part. Throws InvalidFileError for a zip bomb.
   */
  open(path: string, maxBytes?: number): Promise<AsyncIterable<Buffer>>;
  /** Returns the bytes from the first match of a tag on; none without one. */
  openFrom(path: string, tag: RegExp): Promise<AsyncIterable<Buffer>>;
}

export async function openZip(bytes: Uint8Array): Promise<ZipParts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(buffer, { lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName.toLowerCase(), entry);
    if (zip.entriesRead > MAX_PARTS) throw new InvalidFileError(ZIP_BOMB_MESSAGE);
  }
  let left = MAX_TOTAL_BYTES;
  return {
    has: (path) => entries.has(path.toLowerCase()),
    open: async (path, maxBytes = MAX_PART_BYTES) => {
      const entry = entries.get(path.toLowerCase());
      if (!entry) return yieldNothing();
      assertSizeAllowed(entry, Math.min(maxBytes, left));
      left -= entry.uncompressedSize;
      return inflate(zip, entry);
    },
    openFrom: async (path, tag) => {
      const entry = entries.get(path.toLowerCase());
      if (!entry) return yieldNothing();
      assertSizeAllowed(entry, MAX_PART_BYTES);
      return readFromTag(await inflate(zip, entry), tag);
    },
  };
}

async function* yieldNothing(): AsyncGenerator<Buffer> {}

/** A tag may be split between two chunks. */
const MAX_TAG_BYTES = 40;

async function* readFromTag(chunks: AsyncIterable<Buffer>, tag: RegExp): AsyncGenerator<Buffer> {
  let before = '';
  let isFound = false;
  for await (const chunk of chunks) {
    if (isFound) {
      yield chunk;
      continue;
    }
    const text = before + chunk.toString('latin1');
    const at = text.search(tag);
    isFound = at >= 0;
    if (isFound) yield Buffer.from(text.slice(at), 'latin1');
    before = text.slice(-MAX_TAG_BYTES);
  }
}

/** Trusts the stated sizes: reading fails for a part that is larger than stated. */
function assertSizeAllowed({ compressedSize, uncompressedSize }: Entry, maxBytes: number): void {
  const isDense = uncompressedSize > Math.max(UNCHECKED_PART_BYTES, compressedSize * MAX_RATIO);
  if (isDense || uncompressedSize > maxBytes) throw new InvalidFileError(ZIP_BOMB_MESSAGE);
}

async function inflate(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.isEncrypted()) throw new InvalidFileError('The file is protected by a password.');
  return zip.openReadStreamPromise(entry);
}
