import type { Import, ImportSheet } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import {
  listRowErrors,
  listRowsWithSkippedCells,
  serializeChecks,
  serializePreview,
} from '~/domain/import/preview/json.server';
import { getImport } from '~/domain/import/record/get.server';
import { discardImport } from '~/domain/import/upload/discard.server';
import { badRequest, DomainError, invalid } from '~/errors';
import { catchDomainError } from '~/result.server';
import { applyImport } from './apply/apply.server';
import { listAmbiguousDates } from './mapping/validate';
import { parseValueChoices } from './mapping/value-choices-input';
import { chooseDuplicates, chooseRows } from './preview/choose.server';
import { listNotImported } from './preview/not-imported.server';
import { startComparison } from './preview/start.server';
import { createValueCheck } from './preview/value-check.server';
import {
  type ImportDone,
  type ImportOptions,
  type ImportPreview,
  serializeImport,
} from './record/json.server';
import type { startImport } from './upload/start.server';

type StartedImport = Awaited<ReturnType<typeof startImport>>;

/**
 * Takes an uploaded file through all stages, and writes nothing if it is rejected. Throws 400 for a
 * file that cannot be imported, with its errors unless they are skipped, and 409 if deals have
 * changed meanwhile.
 */
export async function importInOneRequest(
  viewer: Viewer,
  started: StartedImport,
  options: ImportOptions,
): Promise<ImportDone> {
  return discardOnError(viewer, started, async (id) => {
    const importRecord = await prepareImport(viewer, started, options);
    if (importRecord.counts.error && options.onError === 'refuse')
      throw invalid(await listRowErrors(id));
    const checks = await serializeChecks(importRecord);
    const notImported = await listNotImported(viewer, importRecord);
    const rows = await listRowsWithSkippedCells(importRecord);
    await applyImport(viewer, id);
    const imported = serializeImport(await getImport(viewer, id));
    return { ...imported, problem: importRecord.dropNotice, notImported, checks, rows };
  });
}

/** Returns what `importInOneRequest` would do, and discards the import. Throws 400. */
export async function dryRunImport(
  viewer: Viewer,
  started: StartedImport,
  options: ImportOptions,
): Promise<ImportPreview> {
  return discardOnError(viewer, started, async (id) => {
    const importRecord = await prepareImport(viewer, started, options);
    const shown = await serializePreview(viewer, importRecord);
    await discardImport(viewer, id);
    return shown;
  });
}

async function discardOnError<T>(
  viewer: Viewer,
  { id }: StartedImport,
  work: (id: number) => Promise<T>,
): Promise<T> {
  try {
    return await work(id);
  } catch (error) {
    await catchDomainError(() => discardImport(viewer, id));
    throw error;
  }
}

const MAX_NAMED_DATES = 5;

async function assertNoAmbiguousDates(sheets: ImportSheet[]): Promise<void> {
  const dates = listAmbiguousDates(sheets, sheets, await listActiveCustomFields());
  const named = [...new Set(dates.map(({ text }) => text))].slice(0, MAX_NAMED_DATES);
  if (!named.length) return;
  const verb = named.length === 1 ? 'begins' : 'begin';
  const list = new Intl.ListFormat('en').format(named);
  throw badRequest(`Please set dayFirst to say whether ${list} ${verb} with the day.`);
}

async function prepareImport(
  viewer: Viewer,
  { id, read }: StartedImport,
  { onDuplicate, onConflict, onCell, values, ...options }: ImportOptions,
): Promise<Import & { dropNotice: string | null }> {
  await read;
  const importRecord = await getImport(viewer, id);
  if (importRecord.state !== 'columns')
    throw badRequest(importRecord.problem ?? 'The file could not be read.');
  const { sheets } = importRecord;
  const dayFirst = options.dayFirst === undefined ? null : options.dayFirst === 'true';
  if (dayFirst === null) await assertNoAmbiguousDates(sheets);
  const valueChoices =
    values === undefined
      ? null
      : parseValueChoices(values, importRecord, await createValueCheck(viewer));
  const refusesCells = onCell === 'refuse';
  const createsDuplicates = onDuplicate === 'create';
  const chosen = { sheets, dayFirst, refusesCells, createsDuplicates, valueChoices };
  const { compared } = await startComparison(viewer, id, chosen);
  await compared;
  const comparedImport = await getImport(viewer, id);
  if (comparedImport.state !== 'preview') {
    const message = comparedImport.problem ?? 'Comparing was interrupted.';
    throw new DomainError('busy', { message });
  }
  await chooseDuplicates(viewer, id, onDuplicate);
  if (onConflict === 'overwrite') await chooseRows(viewer, id, { kind: 'conflict', take: 'mine' });
  return { ...comparedImport, dropNotice: importRecord.problem };
}
