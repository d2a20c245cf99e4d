import { getMultipartBoundary, MultipartPart } from '@remix-run/multipart-parser';
import { badRequest, type DomainError } from '~/errors';
import { freeBuffer } from '~/http/request/free-buffer.server';

const MAX_HEADER_BYTES = 8 * 1024;
const HEADER_END = Buffer.from('\r\n\r\n');
const END_MARKER = '--';
const PART_MARKER = '\r\n';

export interface FilePart {
  name: string | undefined;
  filename: string | undefined;
  mediaType: string | undefined;
  bytes: AsyncIterable<Uint8Array>;
}

interface BodyLimit {
  maxBytes: number;
  createError: () => DomainError;
}

/**
 * Yields the parts of a form as they arrive, to be read in order. The library's own parser would
 * hold a file of 50 MB in memory. Throws 400 for a malformed or incomplete form.
 */
export async function* readMultipart(request: Request, limit: BodyLimit): AsyncGenerator<FilePart> {
  const boundary = getMultipartBoundary(request.headers.get('content-type') ?? '');
  if (!boundary || !request.body) throw incompleteFormError();
  const form = new BodyReader(request.body, limit);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const [before] = await collectChunks(form.readUntil(delimiter), 0);
  if (before) throw incompleteFormError();
  for (;;) {
    const marker = await form.readText(2);
    if (marker === END_MARKER) return;
    if (marker !== PART_MARKER) throw incompleteFormError();
    const header = Buffer.concat(await collectChunks(form.readUntil(HEADER_END), MAX_HEADER_BYTES));
    const bytes = form.readUntil(delimiter);
    yield { ...parsePartHeader(header), bytes };
    // Skips what the caller did not read.
    while (!(await bytes.next()).done);
  }
}

export function incompleteFormError(): DomainError {
  return badRequest('The form was not received completely.');
}

function parsePartHeader(header: Uint8Array): Omit<FilePart, 'bytes'> {
  const part = new MultipartPart(header, []);
  try {
    const { name, mediaType } = part;
    return { name, filename: parseFilename(part), mediaType };
  } catch {
    throw incompleteFormError();
  }
}

/** Browsers write quotation marks in names as `%22`. */
function parseFilename(part: MultipartPart): string | undefined {
  return findFilename(part)?.replaceAll('%22', '"');
}

/** Browsers send backslashes unescaped, and the library would take them for escapes. */
function findFilename({ headers, filename }: MultipartPart): string | undefined {
  const disposition = headers['content-disposition'] ?? '';
  const quoted = /;\s*filename="((?:\\.|[^"\\])*)"/i.exec(disposition)?.[1];
  if (quoted === undefined || /filename\*=/i.test(disposition)) return filename;
  return quoted.replace(/\\(["\\])/g, '$1');
}

async function collectChunks(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer[]> {
  const buffers: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw incompleteFormError();
    buffers.push(Buffer.from(chunk));
  }
  return buffers;
}

class BodyReader {
  /** Lets the first boundary, which no line end precedes, match like the others. */
  private buffer = Buffer.from('\r\n');
  private rest = this.buffer;
  private source: ReadableStreamDefaultReader<Uint8Array>;
  private size = 0;

  constructor(
    body: ReadableStream<Uint8Array>,
    private limit: BodyLimit,
  ) {
    this.source = body.getReader();
  }

  async *readUntil(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const index = this.rest.indexOf(delimiter);
      const end = index < 0 ? this.countBytesBeforeDelimiter(delimiter) : index;
      if (end > 0) {
        const chunk = this.rest.subarray(0, end);
        this.rest = this.rest.subarray(end);
        yield chunk;
      }
      if (index >= 0) {
        this.rest = this.rest.subarray(delimiter.byteLength);
        return;
      }
      await this.readMore();
    }
  }

  private countBytesBeforeDelimiter(delimiter: Buffer): number {
    const tail = Math.max(0, this.rest.byteLength - delimiter.byteLength + 1);
    const start = this.rest.indexOf(delimiter[0]!, tail);
    return start < 0 ? this.rest.byteLength : start;
  }

  async readText(size: number): Promise<string> {
    while (this.rest.byteLength < size) await this.readMore();
    const text = this.rest.toString('latin1', 0, size);
    this.rest = this.rest.subarray(size);
    return text;
  }

  private async readMore(): Promise<void> {
    const { done, value } = await this.source.read();
    if (done) throw incompleteFormError();
    this.size += value.byteLength;
    if (this.size > this.limit.maxBytes) throw this.limit.createError();
    const size = this.rest.byteLength + value.byteLength;
    const buffer = size > this.buffer.byteLength ? Buffer.alloc(size) : this.buffer;
    buffer.set(this.rest);
    buffer.set(value, this.rest.byteLength);
    this.buffer = buffer;
    this.rest = buffer.subarray(0, size);
    freeBuffer(value);
  }
}
