import type { WritableStream } from 'node:stream/web';
import { openReader, snapshot } from '#db/client';
import type { ImportSheet } from '#db/schema';
import { env } from '~/env.server';
import type { Viewer } from '~/models/access';
import { type ComparedRow, compareRows } from '~/models/import/compare-rows.server';
import { BadFile } from './spreadsheets/bad-file';
import { type ImportFile, readSheets } from './spreadsheets/read';
import { type StagedRow, stageSheets } from './spreadsheets/stage';

export interface ReadSpreadsheet {
  file: ImportFile;
  out: WritableStream<StagedRow[]>;
}

/** Writes the rows of a file to `out`. Returns its sheets, or why it cannot be imported. */
export async function readSpreadsheet({
  file,
  out,
}: ReadSpreadsheet): Promise<{ sheets: ImportSheet[] } | { problem: string }> {
  const writer = out.getWriter();
  try {
    return { sheets: await stageSheets(readSheets(file), (rows) => writer.write(rows)) };
  } catch (error) {
    if (error instanceof BadFile) return { problem: error.message };
    throw error;
  } finally {
    await writer.close().catch(() => undefined);
  }
}

export interface CompareImport {
  viewer: Viewer;
  importId: number;
  out: WritableStream<ComparedRow[]>;
}

/** Writes what the rows of an import would do to `out`, from one snapshot of the deals. */
export async function compareImport({ viewer, importId, out }: CompareImport): Promise<void> {
  openReader(env.DATABASE_URL);
  const writer = out.getWriter();
  try {
    await snapshot(async (db) => {
      for await (const rows of compareRows(viewer, importId, db)) await writer.write(rows);
    });
  } finally {
    await writer.close().catch(() => undefined);
  }
}
