import { TransformStream } from 'node:stream/web';
import { type ImportJob, type ImportResult, type ImportTask, runImportTask } from './pool.server';

type Chunk<Name extends ImportTask> =
  ImportJob<Name>['out'] extends WritableStream<infer T> ? T : never;

/**
 * Runs a task of the import's worker and hands on what it writes, one chunk at a time. Returns the
 * task's result. Throws 503 if the queue is full.
 */
export async function runImport<Name extends ImportTask>(
  name: Name,
  job: Omit<ImportJob<Name>, 'out'>,
  take: (chunk: Chunk<Name>) => Promise<void>,
): Promise<ImportResult<Name>> {
  const { readable, writable: out } = new TransformStream<Chunk<Name>, Chunk<Name>>();
  const taken = (async () => {
    for await (const chunk of readable) await take(chunk);
  })();
  // Not `taken` first: a thread that ended leaves the stream open.
  const [result] = await Promise.all([
    runImportTask(name, { ...job, out } as ImportJob<Name>),
    taken,
  ]);
  return result;
}
