import { inArray, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type HistoryEvent, imports } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { isUndoOperation, parseImportId } from '~/domain/history/operation-id';
import { visibleImports } from '~/domain/visibility.server';

interface ImportSource {
  text: string;
  id?: number;
}
export type ImportSourceFinder = (change: HistoryEvent) => ImportSource | undefined;

export async function findImportSources(
  viewer: Viewer,
  changes: Pick<HistoryEvent, 'operationId'>[],
  tx: Db = db,
): Promise<ImportSourceFinder> {
  const ids = [...new Set(changes.flatMap(({ operationId }) => parseImportId(operationId) ?? []))];
  if (!ids.length) return () => undefined;
  const { id, fileName } = imports;
  const isVisible = sql<number>`${visibleImports(viewer)}`;
  const rows = await tx.select({ id, fileName, isVisible }).from(imports).where(inArray(id, ids));
  const importsById = new Map(rows.map((row) => [row.id, row]));
  return ({ operationId }) => {
    const source = importsById.get(parseImportId(operationId) ?? 0);
    if (!source) return undefined;
    const text = `${isUndoOperation(operationId!) ? 'undo of the' : 'by'} import of ${source.fileName}`;
    return { text, id: source.isVisible ? source.id : undefined };
  };
}
