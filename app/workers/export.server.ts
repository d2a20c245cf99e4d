import { once } from 'node:events';
import { Readable } from 'node:stream';
import { TransformStream } from 'node:stream/web';
import {
  runWorkbookTask,
  tooManyExports,
  type WorkbookJob,
  type WorkbookTask,
} from './pool.server';

/** In ms: for the first byte, and for the whole, as it is read from one snapshot. */
const FIRST_BYTE = 20_000;
const WHOLE = 30 * 60_000;

const LATE = new Error('The export did not start in time.');
const TOO_LONG = new Error('The export took too long.');

/**
 * A workbook's bytes while a worker writes them, for 30 minutes or until `leaving` aborts. Throws 503
 * if the queue is full or does not move for 20 s, and any error before the first byte; a later one
 * destroys the stream.
 */
export async function exportWorkbook<Name extends WorkbookTask>(
  name: Name,
  job: Omit<WorkbookJob<Name>, 'out'>,
  leaving?: AbortSignal,
): Promise<Readable> {
  const { readable, writable: out } = new TransformStream<Uint8Array, Uint8Array>();
  const bytes = Readable.fromWeb(readable, { signal: leaving });
  const tooLong = setTimeout(() => bytes.destroy(TOO_LONG), WHOLE).unref();
  bytes.once('close', () => clearTimeout(tooLong));
  const written = runWorkbookTask(name, { ...job, out } as WorkbookJob<Name>);
  written.catch((error: Error) => bytes.destroy(error));
  const late = setTimeout(() => bytes.destroy(LATE), FIRST_BYTE);
  try {
    await Promise.race([once(bytes, 'readable'), written]);
  } catch (error) {
    throw error === LATE ? tooManyExports() : error;
  } finally {
    clearTimeout(late);
  }
  return bytes;
}
