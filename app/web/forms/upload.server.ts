import type { ImportFile } from '~/models/import/tasks';
import { attempt } from '~/attempt.server';
import { badRequest, Refusal, type SentForm } from '~/refusal';
import { brokenForm, partsOf } from './multipart.server';
import { MAX_FORM, mediaType } from './request.server';

/** In bytes. */
export const MAX_FILE = 10 * 1024 * 1024;
/** What a form needs beside the file. */
const MAX_BODY = MAX_FILE + 64 * 1024;
const MOST_PARTS = 10;
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
  if (type === 'text/csv') return { name: 'Import.csv', bytes: await whole(request.body) };
  if (type === 'text/tab-separated-values')
    return { name: 'Import.tsv', bytes: await whole(request.body) };
  if (type !== 'multipart/form-data')
    throw new Refusal('wrongType', { message: 'Please send multipart/form-data.' });
  return readParts(request);
}

async function readParts(request: Request): Promise<ImportFile> {
  let file: ImportFile | undefined;
  let cells = '';
  let parts = 0;
  for await (const { name, filename, bytes } of partsOf(request, { most: MAX_BODY, tooLarge })) {
    if (++parts > MOST_PARTS) throw brokenForm();
    const content = await whole(bytes);
    // Browsers write quotation marks in names like this.
    if (name === 'file' && filename)
      file ??= { name: filename.replaceAll('%22', '"'), bytes: new Uint8Array(content) };
    if (name === 'cells') cells ||= new TextDecoder().decode(content);
  }
  const isPasted = cells.trim() !== '';
  if (file && isPasted) throw bothSent(cells);
  if (file) return file;
  if (isPasted) return { cells };
  throw badRequest('Please choose a file, or paste cells.');
}

/** Throws 413 for more than a file may have. */
async function whole(pieces: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const body = new Blocks();
  for await (const piece of pieces ?? []) {
    body.add(piece);
    if (body.size > MAX_FILE) throw tooLarge();
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
    // It is good until the next one is asked for.
    this.waiting.push(Buffer.from(chunk));
    if (this.wait < BLOCK) return;
    this.blocks.push(Buffer.concat(this.waiting));
    this.waiting = [];
    this.wait = 0;
  }

  all(): Buffer {
    return Buffer.concat([...this.blocks, ...this.waiting]);
  }
}

/** With the pasted cells, to be sent again. */
function bothSent(cells: string): Refusal {
  const message = 'Please choose a file or paste cells, not both.';
  const form: SentForm = { action: '/import', fields: [['cells', cells]] };
  return new Refusal('invalid', { message, form });
}
