import { getMultipartBoundary, MultipartPart } from '@remix-run/multipart-parser';
import { badRequest, type DomainError } from '~/errors';
import { freeBuffer } from '~/http/request/free-buffer.server';

/** In bytes. */
const MAX_HEADER_BYTES = 8 * 1024;
const HEADER_END = Buffer.from('\r\n\r\n');
const END_SIGN = '--';
const NEXT_SIGN = '\r\n';

export interface FilePart {
  name: string | undefined;
  filename: string | undefined;
  mediaType: string | undefined;
  bytes: AsyncIterable<Uint8Array>;
}

/** The most bytes of a form, and what is thrown beyond them. */
interface BodyLimit {
  maxBytes: number;
  createError: () => DomainError;
}

/**
 * The parts of a form as they come, to be read in their order: the parser holds each part whole, 50 MB
 * of memory for a file of 50 MB, so it reads their headers alone. Throws 400 for a form that is
 * malformed or ends early.
 */
export async function* readMultipart(request: Request, limit: BodyLimit): AsyncGenerator<FilePart> {
  const boundary = getMultipartBoundary(request.headers.get('content-type') ?? '');
  if (!boundary || !request.body) throw incompleteFormError();
  const form = new BodyReader(request.body, limit);
  const mark = Buffer.from(`\r\n--${boundary}`);
  const [before] = await collectPieces(form.readUntil(mark), 0);
  if (before) throw incompleteFormError();
  for (;;) {
    const sign = await form.readText(2);
    if (sign === END_SIGN) return;
    if (sign !== NEXT_SIGN) throw incompleteFormError();
    const header = Buffer.concat(await collectPieces(form.readUntil(HEADER_END), MAX_HEADER_BYTES));
    const bytes = form.readUntil(mark);
    yield { ...parsePartHeader(header), bytes };
    // What nobody wanted of it.
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

/** Browsers send a backslash as it is, where the parser takes it for the sign before a quotation mark. */
function parseFilename({ headers, filename }: MultipartPart): string | undefined {
  const disposition = headers['content-disposition'] ?? '';
  const quoted = /;\s*filename="((?:\\.|[^"\\])*)"/i.exec(disposition)?.[1];
  if (quoted === undefined || /filename\*=/i.test(disposition)) return filename;
  return quoted.replace(/\\(["\\])/g, '$1');
}

async function collectPieces(pieces: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer[]> {
  const buffers: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > maxBytes) throw incompleteFormError();
    buffers.push(Buffer.from(piece));
  }
  return buffers;
}

/** A body that is read up to a mark. Each piece is good until the next one is asked for. */
class BodyReader {
  /** Before a body's first line stands none. */
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

  async *readUntil(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const index = this.rest.indexOf(mark);
      const end = index < 0 ? this.countBytesBeforeMark(mark) : index;
      if (end > 0) {
        const piece = this.rest.subarray(0, end);
        this.rest = this.rest.subarray(end);
        yield piece;
      }
      if (index >= 0) {
        this.rest = this.rest.subarray(mark.byteLength);
        return;
      }
      await this.readMore();
    }
  }

  /** How many bytes are surely before a mark, of which only the beginning may be there. */
  private countBytesBeforeMark(mark: Buffer): number {
    const tail = Math.max(0, this.rest.byteLength - mark.byteLength + 1);
    const start = this.rest.indexOf(mark[0]!, tail);
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
    const room = size > this.buffer.byteLength ? Buffer.alloc(size) : this.buffer;
    room.set(this.rest);
    room.set(value, this.rest.byteLength);
    this.buffer = room;
    this.rest = room.subarray(0, size);
    freeBuffer(value);
  }
}
