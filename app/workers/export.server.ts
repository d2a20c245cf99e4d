import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { TransformStream } from 'node:stream/web';
import { runWorkbookTask, type WorkbookJob, type WorkbookTask } from './pool.server';

interface Reader {
  signal: AbortSignal;
  /** What Remix writes to without waiting for a slow reader. */
  response?: Writable;
}

/** In ms. A stalled reader is dropped, because only a few exports run at once. */
const READ_TIMEOUT = 120_000;

/**
 * A workbook's bytes while a worker writes them. Throws 503 if the queue is full, and any error
 * before the first byte; a later one destroys the stream.
 */
export async function exportWorkbook<Name extends WorkbookTask>(
  name: Name,
  job: Omit<WorkbookJob<Name>, 'out'>,
  reader: Reader,
): Promise<Readable> {
  const { readable, writable: out } = new TransformStream<Uint8Array, Uint8Array>();
  const bytes = Readable.fromWeb(readable, { signal: reader.signal });
  const written = runWorkbookTask(name, { ...job, out } as WorkbookJob<Name>);
  written.catch((error: Error) => bytes.destroy(error));
  await Promise.race([once(bytes, 'readable'), written]);
  return Readable.from(withBackpressure(bytes, reader), { objectMode: false });
}

async function* withBackpressure(bytes: Readable, { signal, response }: Reader) {
  for await (const chunk of bytes) {
    yield chunk as Uint8Array;
    if (!response?.writableNeedDrain) continue;
    const timeout = AbortSignal.timeout(READ_TIMEOUT);
    await once(response, 'drain', { signal: AbortSignal.any([signal, timeout]) });
  }
}
