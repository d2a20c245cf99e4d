import { and, eq, gt, inArray, isNull, min, ne, or, sql } from 'drizzle-orm';
import { inChunks, yieldToEventLoop } from '#db/chunks';
import type { Db } from '#db/client';
import { type Import, importRows, pipelines, type RowOutcome } from '#db/schema';
import type { Viewer } from '~/models/access';
import { companyKeys } from '~/models/pipeline/company-key';
import { visibleTo } from '~/models/visibility.server';
import { choiceOf } from '~/models/import/choices';

/** A row that is to be written. */
export interface ChosenRow {
  n: number;
  holds: 'deals' | 'evaluations';
  kind: 'new' | 'changed' | 'conflict' | 'duplicate';
  choice: 'create' | 'update';
  pipelineId: number | null;
  outcome: RowOutcome;
}

/** Rows that are written between two turns of the event loop: one may hold 60,000 characters. */
const CHUNK = 32;
/** Rows whose names alone are read, and rows that are deleted. */
const LARGE_CHUNK = 500;

const isChosen = and(
  inArray(importRows.kind, ['new', 'changed', 'conflict', 'duplicate']),
  or(isNull(importRows.choice), ne(importRows.choice, 'skip')),
);

/** The rows of an import that are to be written, in the order of the file. */
export async function* chosenRows(
  tx: Db,
  { id, sheets }: Pick<Import, 'id' | 'sheets'>,
): AsyncGenerator<ChosenRow[]> {
  const { n, sheet, kind, choice, pipelineId, outcome } = importRows;
  for (let after = 0; ; await yieldToEventLoop()) {
    const rows = await tx
      .select({ n, sheet, kind, choice, pipelineId, outcome })
      .from(importRows)
      .where(and(eq(importRows.importId, id), gt(n, after), isChosen))
      .orderBy(n)
      .limit(CHUNK);
    yield rows.flatMap(({ sheet, kind, choice, ...row }) => {
      const holds = sheets[sheet]?.holds;
      const chosen = choiceOf(kind!, choice);
      if (!holds || holds === 'ignored' || !row.outcome || chosen === 'skip') return [];
      const outcome = row.outcome;
      return [{ ...row, outcome, holds, kind: kind as ChosenRow['kind'], choice: chosen }];
    });
    if (rows.length < CHUNK) return;
    after = rows.at(-1)!.n;
  }
}

/** The companies that were new at the preview, and of which the viewer has a deal by now. */
export async function doubledSince(
  tx: Db,
  viewer: Viewer,
  { id, sheets }: Pick<Import, 'id' | 'sheets'>,
): Promise<string[]> {
  const dealSheets = sheets.flatMap(({ holds }, index) => (holds === 'deals' ? [index] : []));
  const isNew = and(eq(importRows.kind, 'new'), inArray(importRows.sheet, dealSheets));
  const name = sql<string>`${importRows.outcome} ->> '$.name'`;
  const rows = await tx
    .selectDistinct({ name })
    .from(importRows)
    .where(and(eq(importRows.importId, id), isNew, isChosen));
  const keys = new Set(rows.flatMap(({ name }) => companyKeys(name)).filter(Boolean));
  const doubled: string[] = [];
  for await (const chunk of inChunks([...keys], LARGE_CHUNK)) {
    const found = await tx
      .select({ name: min(pipelines.companyName) })
      .from(pipelines)
      .where(and(inArray(pipelines.companyKey, chunk), visibleTo(viewer)))
      .groupBy(pipelines.companyKey);
    doubled.push(...found.map(({ name }) => name!));
  }
  return doubled;
}

export async function deleteRows(tx: Db, id: number): Promise<void> {
  const rows = await tx
    .select({ n: importRows.n })
    .from(importRows)
    .where(eq(importRows.importId, id));
  for await (const chunk of inChunks(rows, LARGE_CHUNK)) {
    const numbers = chunk.map(({ n }) => n);
    await tx
      .delete(importRows)
      .where(and(eq(importRows.importId, id), inArray(importRows.n, numbers)));
  }
}
