import { inArray, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { type Change, imports } from '#db/schema';
import type { Viewer } from '~/models/access';
import { visibleImports } from '~/models/import/stored.server';

/** The import behind a change; with its `id` if the viewer may see its result. */
interface ImportMention {
  /** Such as 'by import of deals.xlsx'. */
  text: string;
  id?: number;
}
export type ImportMentions = (change: Change) => ImportMention | undefined;

/** The imports that made these changes, or whose undo did. */
export async function importsIn(
  viewer: Viewer,
  changes: Pick<Change, 'importId'>[],
  from: Db = db,
): Promise<ImportMentions> {
  const ids = [...new Set(changes.flatMap(({ importId }) => importId ?? []))];
  if (!ids.length) return () => undefined;
  const { id, fileName, undoneAt } = imports;
  const isVisible = sql<number>`${visibleImports(viewer)}`;
  const rows = await from
    .select({ id, fileName, undoneAt, isVisible })
    .from(imports)
    .where(inArray(id, ids));
  const found = new Map(rows.map((row) => [row.id, row]));
  return ({ importId, at }) => {
    const one = importId ? found.get(importId) : undefined;
    if (!one) return undefined;
    const isUndo = one.undoneAt && at >= one.undoneAt;
    const text = `${isUndo ? 'undo of the' : 'by'} import of ${one.fileName}`;
    return { text, id: one.isVisible ? one.id : undefined };
  };
}
