import { createHash } from 'node:crypto';
import type { NewAttachment } from '~/domain/attachment/add.server';
import { discardReceivedFiles, receiveFile } from '~/domain/attachment/content.server';
import { normalizeContentType } from '~/domain/attachment/content-type';
import { sanitizeFileName } from '~/domain/attachment/file-name';
import { MB } from '~/domain/attachment/size';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { MAX_PITCH_FILE_MB, MAX_PITCH_FILES, PITCH_FIELDS } from '~/domain/pitch/schema';
import { badRequest, DomainError } from '~/errors';
import { type FilePart, readMultipart } from '~/http/forms/multipart.server';
import {
  getMediaType,
  MAX_FORM_BYTES,
  MULTIPART_TYPE,
  NOT_UTF8_MESSAGE,
} from '~/http/request/body.server';
import { readForm } from '~/http/request/form.server';
import { TRAP_FIELD } from './page';

export const MAX_PITCH_BYTES = MAX_PITCH_FILES * MAX_PITCH_FILE_MB * MB + MAX_FORM_BYTES;
const MAX_PARTS = 300;

export interface ReceivedPitch {
  values: Partial<Record<string, string[]>>;
  files: NewAttachment[];
  unstoredFiles: Pick<NewAttachment, 'name' | 'sha256'>[];
  fileProblem?: string;
  hadFiles: boolean;
}

const FIELD_NAMES: readonly string[] = [...PITCH_FIELDS, TRAP_FIELD];

/**
 * Reads the form into `pitch` as it arrives, so that what came before an error is there. Without
 * `storesFiles`, files are only hashed. Throws 400, 413 and 415.
 */
export async function receivePitch(
  request: Request,
  pitch: ReceivedPitch,
  { storesFiles }: { storesFiles: boolean },
): Promise<void> {
  if (getMediaType(request) !== MULTIPART_TYPE) return readFields(request, pitch);
  let parts = 0;
  let textBytes = 0;
  const limit = { maxBytes: MAX_PITCH_BYTES, createError: createTooLargeError };
  for await (const part of readMultipart(request, limit)) {
    if (++parts > MAX_PARTS) throw createTooLargeError();
    if (part.filename !== undefined) {
      if (part.name === 'files') await receivePitchFile(part, pitch, storesFiles);
      continue;
    }
    const bytes = await readBytes(part, MAX_FORM_BYTES - textBytes);
    textBytes += bytes.byteLength;
    addValue(pitch, part.name ?? '', decodeText(bytes));
  }
}

async function readFields(request: Request, pitch: ReceivedPitch): Promise<void> {
  const form = await readForm(request, { lists: FIELD_NAMES });
  for (const [name, value] of form) addValue(pitch, name, String(value));
}

function addValue({ values }: ReceivedPitch, name: string, value: string): void {
  if (!FIELD_NAMES.includes(name)) return;
  (values[name] ??= []).push(normalizeLineEnds(value));
}

async function readBytes({ bytes }: FilePart, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > maxBytes) throw createTooLargeError();
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest(NOT_UTF8_MESSAGE);
  }
}

async function receivePitchFile(
  part: FilePart,
  pitch: ReceivedPitch,
  storesFiles: boolean,
): Promise<void> {
  // Browsers send an empty file without a name when none was chosen.
  if (!part.filename) return;
  pitch.hadFiles = true;
  const name = sanitizeFileName(part.filename);
  if (!storesFiles) {
    pitch.unstoredFiles.push({ name, sha256: await hashBytes(part.bytes) });
    return;
  }
  if (pitch.files.length >= MAX_PITCH_FILES) {
    pitch.fileProblem = `Please choose at most ${MAX_PITCH_FILES} files`;
    return;
  }
  const maxBytes = MAX_PITCH_FILE_MB * MB;
  const stored = await receiveFile(takeBytes(part.bytes, maxBytes + 1));
  if (stored.size > maxBytes) {
    discardReceivedFiles([stored]);
    pitch.fileProblem = `${name} is larger than ${MAX_PITCH_FILE_MB} MB`;
    return;
  }
  pitch.files.push({ ...stored, name, type: normalizeContentType(part.mediaType) });
}

async function hashBytes(chunks: FilePart['bytes']): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** Continues after `maxBytes`, so that the fields behind a large file are read as well. */
async function* takeBytes(chunks: FilePart['bytes'], maxBytes: number) {
  let left = maxBytes;
  for await (const chunk of chunks) {
    if (left <= 0) continue;
    yield chunk.subarray(0, left);
    left -= chunk.byteLength;
  }
}

function createTooLargeError(): DomainError {
  return new DomainError('tooLarge', {
    message: `At most ${MAX_PITCH_FILES} files of ${MAX_PITCH_FILE_MB} MB each can be sent.`,
  });
}
