import { env } from '~/env.server';
import type { Viewer } from '~/models/access';
import { addFiles, dealIsFull, type NewFile, roomFor } from '~/models/file/files.server';
import { fileName, fileType, MB } from '~/models/file/schema';
import { checkDisk, forget, receive } from '~/models/file/store.server';
import { badRequest, Refusal } from '~/refusal';
import { takeUpload } from '~/web/session/limits.server';
import { type FilePart, partsOf } from './multipart.server';
import { mediaType } from './request.server';

/** In one form. */
const MOST_PARTS = 200;
/** In bytes: what a form needs beside its files. */
const AROUND = 64 * 1024;

/**
 * Receives the parts `file` of a form into temporary files and adds them to a deal, all or none.
 * Returns their ids. Throws what `addFiles` throws, 400 without a file, 413 for one that is too large,
 * 415, 429 and 503 while too many are received, and 507 if the disk is nearly full.
 */
export async function receiveFiles(
  request: Request,
  viewer: Viewer,
  pipelineId: number,
  rules?: { once: boolean },
): Promise<number[]> {
  const room = await roomFor(viewer, pipelineId);
  if (mediaType(request) !== 'multipart/form-data')
    throw new Refusal('wrongType', { message: 'Please send multipart/form-data.' });
  const size = Number(request.headers.get('content-length') ?? 0);
  if (size > room + AROUND) throw dealIsFull();
  const release = takeUpload(viewer);
  const received: NewFile[] = [];
  try {
    await checkDisk(size);
    await receiveParts(request, room, received);
    return await addFiles(viewer, pipelineId, received, rules);
  } finally {
    forget(received);
    release();
  }
}

async function receiveParts(request: Request, room: number, received: NewFile[]): Promise<void> {
  let left = room;
  let parts = 0;
  for await (const part of partsOf(request, { most: room + AROUND, tooLarge: dealIsFull })) {
    if (++parts > MOST_PARTS) throw badRequest(`Please send at most ${MOST_PARTS} files at once.`);
    if (part.name !== 'file' || part.filename === undefined) continue;
    const file = await receivePart(part, left);
    // A form in which no file was chosen sends one without name and bytes.
    if (!part.filename && !file.size) forget([file]);
    else received.push(file);
    left -= file.size;
  }
  if (!received.length) throw badRequest('Please choose a file.');
}

async function receivePart({ filename = '', ...part }: FilePart, room: number): Promise<NewFile> {
  // Browsers write quotation marks in names like this.
  const name = fileName(filename.replaceAll('%22', '"'));
  const stored = await receive(limited(part.bytes, name, room));
  return { ...stored, name, type: fileType(part.mediaType) };
}

/** Throws 413 once there is too much. */
async function* limited(bytes: FilePart['bytes'], name: string, room: number) {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > env.MAX_FILE_MB * MB) throw isTooLarge(name);
    if (size > room) throw dealIsFull();
    yield piece;
  }
}

function isTooLarge(name: string): Refusal {
  return new Refusal('tooLarge', { message: `${name} is larger than ${env.MAX_FILE_MB} MB.` });
}
