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
import { getMediaType } from '~/http/request/body.server';
import { acquireUploadSlot } from '~/http/session/slots.server';
import { type FilePart, readMultipart } from './multipart.server';

/** In one form. */
const MAX_PARTS = 200;
/** In bytes: what a form needs beside its files. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/**
 * Receives the parts `file` of a form into temporary files and adds them to a deal, all or none.
 * Returns their ids. Throws what `addFiles` throws, 400 without a file, 413 for one that is too large,
 * 415, 429 and 503 while too many are received, and 507 if the disk is nearly full.
 */
export async function receiveAttachments(
  request: Request,
  viewer: Viewer,
  pipelineId: number,
  rules?: { once: boolean },
): Promise<number[]> {
  const room = await getRemainingBytes(viewer, pipelineId);
  if (getMediaType(request) !== 'multipart/form-data')
    throw new DomainError('wrongType', { message: 'Please send multipart/form-data.' });
  const size = Number(request.headers.get('content-length') ?? 0);
  if (size > room + FORM_OVERHEAD_BYTES) throw createDealFullError();
  const release = acquireUploadSlot(viewer);
  const received: NewAttachment[] = [];
  try {
    await assertDiskSpace(size);
    await receiveFileParts(request, room, received);
    return await addAttachments(viewer, pipelineId, received, rules);
  } finally {
    discardReceivedFiles(received);
    release();
  }
}

async function receiveFileParts(
  request: Request,
  room: number,
  received: NewAttachment[],
): Promise<void> {
  let left = room;
  let parts = 0;
  for await (const part of readMultipart(request, {
    maxBytes: room + FORM_OVERHEAD_BYTES,
    createError: createDealFullError,
  })) {
    if (++parts > MAX_PARTS) throw badRequest(`Please send at most ${MAX_PARTS} files at once.`);
    if (part.name !== 'file' || part.filename === undefined) continue;
    const file = await receiveFilePart(part, left);
    // A form in which no file was chosen sends one without name and bytes.
    if (!part.filename && !file.size) discardReceivedFiles([file]);
    else received.push(file);
    left -= file.size;
  }
  if (!received.length) throw badRequest('Please choose a file.');
}

async function receiveFilePart(
  { filename = '', ...part }: FilePart,
  room: number,
): Promise<NewAttachment> {
  // Browsers write quotation marks in names like this.
  const name = sanitizeFileName(filename.replaceAll('%22', '"'));
  const stored = await receiveFile(limitBytes(part.bytes, name, room));
  return { ...stored, name, type: normalizeContentType(part.mediaType) };
}

/** Throws 413 once there is too much. */
async function* limitBytes(bytes: FilePart['bytes'], name: string, room: number) {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > env.MAX_FILE_MB * MB) throw tooLargeFileError(name);
    if (size > room) throw createDealFullError();
    yield piece;
  }
}

function tooLargeFileError(name: string): DomainError {
  return new DomainError('tooLarge', { message: `${name} is larger than ${env.MAX_FILE_MB} MB.` });
}
