import type { Viewer } from '~/domain/access';
import {
  addAttachments,
  createDealFullError,
  getRemainingBytes,
  type NewAttachment,
} from '~/domain/attachment/add.server';
import {
  assertDiskSpace,
  discardReceivedFiles,
  receiveFile,
} from '~/domain/attachment/content.server';
import { normalizeContentType } from '~/domain/attachment/content-type';
import { sanitizeFileName } from '~/domain/attachment/file-name';
import { MB } from '~/domain/attachment/size';
import { env } from '~/env.server';
import { badRequest, DomainError } from '~/errors';
import { assertMediaType, MULTIPART_TYPE } from '~/http/request/body.server';
import { acquireUploadSlot } from '~/http/session/slots.server';
import { type FilePart, readMultipart } from './multipart.server';

const MAX_PARTS = 200;
const FORM_OVERHEAD_BYTES = 64 * 1024;

/**
 * Adds the files of a form to a deal, all or none, and returns their ids. Throws what
 * `addAttachments` throws, 400, 413, 415, 429 or 503 while too many are received, and 507 for a
 * full disk.
 */
export async function receiveAttachments(
  request: Request,
  viewer: Viewer,
  dealId: number,
  options?: { skipExisting: boolean },
): Promise<number[]> {
  const remainingBytes = await getRemainingBytes(viewer, dealId);
  assertMediaType(request, MULTIPART_TYPE);
  const size = Number(request.headers.get('content-length') ?? 0);
  if (size > remainingBytes + FORM_OVERHEAD_BYTES) throw createDealFullError();
  const release = acquireUploadSlot(viewer);
  const received: NewAttachment[] = [];
  try {
    await assertDiskSpace(size);
    await receiveFileParts(request, remainingBytes, received);
    return await addAttachments(viewer, dealId, received, options);
  } finally {
    discardReceivedFiles(received);
    release();
  }
}

async function receiveFileParts(
  request: Request,
  remainingBytes: number,
  received: NewAttachment[],
): Promise<void> {
  let left = remainingBytes;
  let parts = 0;
  for await (const part of readMultipart(request, {
    maxBytes: remainingBytes + FORM_OVERHEAD_BYTES,
    createError: createDealFullError,
  })) {
    if (++parts > MAX_PARTS) throw badRequest(`Please send at most ${MAX_PARTS} files at once.`);
    if (part.name !== 'file' || part.filename === undefined) continue;
    const file = await receiveFilePart(part, left);
    // Browsers send an empty file without a name when none was chosen.
    if (!part.filename && !file.size) discardReceivedFiles([file]);
    else received.push(file);
    left -= file.size;
  }
  if (!received.length) throw badRequest('Please choose a file.');
}

async function receiveFilePart(
  { filename = '', ...part }: FilePart,
  remainingBytes: number,
): Promise<NewAttachment> {
  const name = sanitizeFileName(filename);
  const stored = await receiveFile(limitBytes(part.bytes, name, remainingBytes));
  return { ...stored, name, type: normalizeContentType(part.mediaType) };
}

async function* limitBytes(bytes: FilePart['bytes'], name: string, remainingBytes: number) {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > env.MAX_FILE_MB * MB) throw tooLargeFileError(name);
    if (size > remainingBytes) throw createDealFullError();
    yield chunk;
  }
}

function tooLargeFileError(name: string): DomainError {
  return new DomainError('tooLarge', { message: `${name} is larger than ${env.MAX_FILE_MB} MB.` });
}
