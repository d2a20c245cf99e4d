import type { ImportFile } from '~/domain/import/reading/read-job';
import { badRequest, DomainError, type SubmittedForm } from '~/errors';
import {
  assertMediaType,
  getMediaType,
  MAX_FORM_BYTES,
  MULTIPART_TYPE,
} from '~/http/request/body.server';
import { OPENED_BY_FIELD } from '~/http/session/guards.server';
import { catchDomainError } from '~/result.server';
import { incompleteFormError, readMultipart } from './multipart.server';

export const MAX_IMPORT_FILE_BYTES = 10 * 1024 * 1024;
/** Multipart headers and other fields take less than 64 KB. */
const MAX_BODY_BYTES = MAX_IMPORT_FILE_BYTES + 64 * 1024;
const MAX_PARTS = 10;
const BLOCK_BYTES = 64 * 1024;
const tooLargeError = () =>
  new DomainError('tooLarge', { message: 'The file is larger than 10 MB.' });

interface ReceivedFile {
  file: ImportFile;
  /** Choices for values, as JSON. */
  values?: string;
  openedBy?: string;
}

export async function readPastedCells(request: Request): Promise<SubmittedForm | undefined> {
  const bytes = Number(request.headers.get('content-length') ?? NaN);
  if (Number.isNaN(bytes) || bytes > MAX_FORM_BYTES) return undefined;
  const received = await catchDomainError(() => receiveImportFile(request));
  if (!received.ok || !('cells' in received.value.file)) return undefined;
  const { file, openedBy } = received.value;
  const form = buildCellsForm(file.cells, new URL(request.url).pathname);
  if (openedBy) form.fields.push([OPENED_BY_FIELD, openedBy]);
  return form;
}

/** Builds the form that shows pasted cells again. */
export function buildCellsForm(cells: string, action = '/import'): SubmittedForm {
  return { action, fields: [['cells', cells]] };
}

/**
 * Reads the field `file` of a form, else its `cells`; a body of separated values is a file. Throws
 * 400, 413 or 415.
 */
export async function receiveImportFile(request: Request): Promise<ReceivedFile> {
  const type = getMediaType(request);
  if (type === 'text/csv')
    return { file: { name: 'Import.csv', bytes: await readBytes(request.body) } };
  if (type === 'text/tab-separated-values')
    return { file: { name: 'Import.tsv', bytes: await readBytes(request.body) } };
  assertMediaType(request, MULTIPART_TYPE);
  return readFileParts(request);
}

async function readFileParts(request: Request): Promise<ReceivedFile> {
  let file: ImportFile | undefined;
  let cells = '';
  let values: string | undefined;
  let openedBy: string | undefined;
  let parts = 0;
  for await (const { name, filename, bytes } of readMultipart(request, {
    maxBytes: MAX_BODY_BYTES,
    createError: tooLargeError,
  })) {
    if (++parts > MAX_PARTS) throw incompleteFormError();
    const content = await readBytes(bytes);
    if (name === 'file' && filename) file ??= { name: filename, bytes: new Uint8Array(content) };
    if (name === 'cells') cells ||= new TextDecoder().decode(content);
    if (name === 'values') values ??= new TextDecoder().decode(content);
    if (name === OPENED_BY_FIELD) openedBy ??= new TextDecoder().decode(content);
  }
  const isPasted = cells.trim() !== '';
  if (file && isPasted) throw bothSentError(cells);
  if (file) return { file, values, openedBy };
  if (isPasted) return { file: { cells }, values, openedBy };
  throw badRequest('Please choose a file, or paste cells.');
}

async function readBytes(chunks: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const body = new ByteCollector();
  for await (const chunk of chunks ?? []) {
    body.add(chunk);
    if (body.size > MAX_IMPORT_FILE_BYTES) throw tooLargeError();
  }
  return body.all();
}

/** Joins small chunks: chunks of one byte each would take a hundred times as much memory. */
class ByteCollector {
  size = 0;
  private blocks: Buffer[] = [];
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;

  add(chunk: Uint8Array): void {
    this.size += chunk.byteLength;
    this.waitingBytes += chunk.byteLength;
    // The reader reuses the chunk's memory.
    this.waiting.push(Buffer.from(chunk));
    if (this.waitingBytes < BLOCK_BYTES) return;
    this.blocks.push(Buffer.concat(this.waiting));
    this.waiting = [];
    this.waitingBytes = 0;
  }

  all(): Buffer {
    return Buffer.concat([...this.blocks, ...this.waiting]);
  }
}

function bothSentError(cells: string): DomainError {
  const message = 'Please choose a file or paste cells, not both.';
  return new DomainError('invalid', { message, form: buildCellsForm(cells) });
}
