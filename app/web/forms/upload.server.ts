import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  type MultipartPart,
  parseMultipart,
} from '@remix-run/multipart-parser';
import type { ImportFile } from '~/models/import/tasks';
import { attempt } from '~/attempt.server';
import { badRequest, Refusal, type SentForm } from '~/refusal';
import { MAX_FORM, mediaType } from './request.server';

/** In bytes. */
export const MAX_FILE = 10 * 1024 * 1024;
/** What a form needs beside the file. */
const MAX_BODY = MAX_FILE + 64 * 1024;
const BLOCK = 64 * 1024;
const tooLarge = () => new Refusal('tooLarge', { message: 'The file is larger than 10 MB.' });

/** What was pasted, to be sent again; undefined for a file, or for more than a form may hold. */
export async function readCells(request: Request): Promise<SentForm | undefined> {
  if (!(Number(request.headers.get('content-length') ?? Infinity) <= MAX_FORM)) return undefined;
  const { value: file } = await attempt(() => readUpload(request));
  if (!file || !('cells' in file)) return undefined;
  return { action: new URL(request.url).pathname, fields: [['cells', file.cells]] };
}

/**
 * The field `file` of a posted form, or else its `cells`; a body of separated values is a file.
 * Throws 400, 413 or 415.
 */
export async function readUpload(request: Request): Promise<ImportFile> {
  const type = mediaType(request);
  if (type === 'text/csv') return { name: 'Import.csv', bytes: await readText(request) };
  if (type === 'text/tab-separated-values')
    return { name: 'Import.tsv', bytes: await readText(request) };
  if (type !== 'multipart/form-data')
    throw new Refusal('wrongType', { message: 'Please send multipart/form-data.' });
  return fileOf(await readParts(request));
}

async function readText(request: Request): Promise<Uint8Array> {
  const bytes = await readBytes(request);
  if (bytes.length > MAX_FILE) throw tooLarge();
  return bytes;
}

async function readParts(request: Request): Promise<MultipartPart[]> {
  const boundary = getMultipartBoundary(request.headers.get('content-type') ?? '') ?? '';
  const bytes = await readBytes(request);
  const limits = { maxParts: 10, maxFileSize: MAX_FILE, maxTotalSize: MAX_BODY };
  return parsing(() => [...parseMultipart(bytes, { boundary, ...limits })]);
}

/** Throws 413 for what is too large and 400 for any other error of the parser. */
function parsing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isTooLarge =
      error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError;
    throw isTooLarge ? tooLarge() : badRequest('The form was not received completely.');
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const body = new Blocks();
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader!.read()) {
    body.add(read.value);
    if (body.size > MAX_BODY) throw tooLarge();
  }
  return body.all();
}

/** Chunks of a byte each would take a hundred times as much memory. */
class Blocks {
  size = 0;
  private blocks: Buffer[] = [];
  private waiting: Uint8Array[] = [];
  private wait = 0;

  add(chunk: Uint8Array): void {
    this.size += chunk.byteLength;
    this.wait += chunk.byteLength;
    this.waiting.push(chunk);
    if (this.wait < BLOCK) return;
    this.blocks.push(Buffer.concat(this.waiting));
    this.waiting = [];
    this.wait = 0;
  }

  all(): Buffer {
    return Buffer.concat([...this.blocks, ...this.waiting]);
  }
}

function fileOf(parts: MultipartPart[]): ImportFile {
  const { file, cells } = parsing(() => ({ file: chosenFile(parts), cells: pastedCells(parts) }));
  if (file && cells) throw bothSent(cells);
  if (file) return file;
  if (cells) return { cells };
  throw badRequest('Please choose a file, or paste cells.');
}

/** With the pasted cells, to be sent again. */
function bothSent(cells: string): Refusal {
  const message = 'Please choose a file or paste cells, not both.';
  const form: SentForm = { action: '/import', fields: [['cells', cells]] };
  return new Refusal('invalid', { message, form });
}

function chosenFile(parts: MultipartPart[]): ImportFile | undefined {
  const file = parts.find((part) => part.name === 'file' && part.filename);
  // Browsers write quotation marks in names like this.
  return file && { name: file.filename!.replaceAll('%22', '"'), bytes: file.bytes };
}

function pastedCells(parts: MultipartPart[]): string | undefined {
  const cells = parts.find((part) => part.name === 'cells')?.text;
  return cells?.trim() ? cells : undefined;
}
