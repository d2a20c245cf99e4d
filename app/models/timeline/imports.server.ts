import { inArray, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { type Change, imports } from '#db/schema';
import type { Viewer } from '~/models/access';
import { importOf, isUndo } from '~/models/history/act';
import { visibleImports } from '~/models/visibility.server';

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
  changes: Pick<Change, 'actId'>[],
  from: Db = db,
): Promise<ImportMentions> {
  const ids = [...new Set(changes.flatMap(({ actId }) => importOf(actId) ?? []))];
  if (!ids.length) return () => undefined;
  const { id, fileName } = imports;
  const isVisible = sql<number>`${visibleImports(viewer)}`;
  const rows = await from.select({ id, fileName, isVisible }).from(imports).where(inArray(id, ids));
  const importsById = new Map(rows.map((row) => [row.id, row]));
  return ({ actId }) => {
    const source = importsById.get(importOf(actId) ?? 0);
    if (!source) return undefined;
    const text = `${isUndo(actId!) ? 'undo of the' : 'by'} import of ${source.fileName}`;
    return { text, id: source.isVisible ? source.id : undefined };
  };
}
