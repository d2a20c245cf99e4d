import type { Viewer } from '~/models/access';
import { stageImport } from '~/models/import/stage.server';
import { attempt } from '~/attempt.server';
import { Refusal } from '~/refusal';
import { countImport } from '~/web/session/limits.server';
import { readCells, readUpload } from './upload.server';

/**
 * Receives a file or pasted cells and begins their import. Throws what `readUpload` and `countImport`
 * throw, with the pasted cells as `form` if they are not too many.
 */
export async function receiveImport(
  request: Request,
  viewer: Viewer,
): Promise<{ id: number; read: Promise<void> }> {
  const { value: release, refused } = await attempt(() => countImport(viewer));
  if (refused) throw await withCells(refused, request);
  const staged = readUpload(request).then((file) => stageImport(viewer, file));
  void staged.then(({ read }) => read).then(release, release);
  return staged;
}

async function withCells({ kind, body, retryAfter }: Refusal, request: Request) {
  return new Refusal(kind, { ...body, form: await readCells(request) }, retryAfter);
}
