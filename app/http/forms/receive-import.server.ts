import type { Viewer } from '~/domain/access';
import { startImport } from '~/domain/import/upload/start.server';
import { DomainError } from '~/errors';
import { beginImport } from '~/http/session/limits.server';
import { catchDomainError } from '~/result.server';
import { readImportFile, readPastedCells } from './import-file.server';

/**
 * Receives a file or pasted cells and starts their import. Throws what `readImportFile` and
 * `beginImport` throw, with the pasted cells as `form` if they are not too long.
 */
export async function receiveImport(
  request: Request,
  viewer: Viewer,
): Promise<{ id: number; read: Promise<void> }> {
  const slot = await catchDomainError(() => beginImport(viewer));
  if (!slot.ok) throw await addPastedCells(slot.error, request);
  const release = slot.value;
  const staged = readImportFile(request).then((file) => startImport(viewer, file));
  void staged.then(({ read }) => read).then(release, release);
  return staged;
}

async function addPastedCells({ kind, body, retryAfter }: DomainError, request: Request) {
  const form = await readPastedCells(request);
  return new DomainError(kind, { ...body, form }, { retryAfter });
}
