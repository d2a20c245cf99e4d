import type { Viewer } from '~/domain/access';
import { startImport } from '~/domain/import/upload/start.server';
import { DomainError, type SubmittedForm } from '~/errors';
import { findOtherOpener } from '~/http/session/guards.server';
import { admitImport } from '~/http/session/limits.server';
import { catchDomainError } from '~/result.server';
import { buildCellsForm, readPastedCells, receiveImportFile } from './import-file.server';

interface ReceiveOptions {
  isLoose?: boolean;
  suggestsFields?: boolean;
}

interface ReceivedImport {
  id: number;
  /** Settles when the file has been read, after the import is stored. */
  read: Promise<void>;
  values?: string;
}

export async function receiveImport(
  request: Request,
  viewer: Viewer,
  options: ReceiveOptions = {},
): Promise<ReceivedImport> {
  const admitted = await catchDomainError(() => admitImport(viewer));
  if (!admitted.ok) throw addForm(admitted.error, await readPastedCells(request));
  const release = admitted.value;
  const started = startReceivedImport(request, viewer, options);
  void started.then(({ read }) => read).then(release, release);
  return started;
}

async function startReceivedImport(
  request: Request,
  viewer: Viewer,
  { isLoose, suggestsFields }: ReceiveOptions,
): Promise<ReceivedImport> {
  const { values, file, openedBy } = await receiveImportFile(request);
  const error = findOtherOpener(viewer, openedBy);
  if (error) throw 'cells' in file ? addForm(error, buildCellsForm(file.cells)) : error;
  const options = { isLoose: isLoose || values !== undefined, suggestsFields };
  return { ...(await startImport(viewer, file, options)), values };
}

/** Shows pasted cells again, as the page that they were pasted on is gone. */
function addForm(
  { kind, body, retryAfter }: DomainError,
  form: SubmittedForm | undefined,
): DomainError {
  return new DomainError(kind, { ...body, form }, { retryAfter });
}
