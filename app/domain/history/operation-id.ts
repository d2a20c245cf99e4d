import type { HistoryEvent } from '#db/schema';

/**
 * An act is all that one transaction or one import changes. Each change in the history carries the
 * id of its act, so that the act can be undone as a whole; an undo is named by the act that it undoes.
 */

export function importOperationId(importId: number): string {
  return `import-${importId}`;
}

const UNDO_PREFIX = 'undo ';
/** For SQL: the ids of all undos. */
export const UNDO_ID_PATTERN = `${UNDO_PREFIX}%`;

export function undoOperationId(operationId: string): string {
  return UNDO_PREFIX + operationId;
}

export function isUndoOperation(operationId: string): boolean {
  return operationId.startsWith(UNDO_PREFIX);
}

/** The import that the act is, or that it undoes. */
export function parseImportId(operationId: string | null): number | undefined {
  const [, id] = /^(?:undo )?import-(\d+)$/.exec(operationId ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

/** What the history of a deal is about: the deal and what belongs to it. */
export const DEAL_SUBJECTS = [
  'pipeline',
  'evaluation',
  'note',
  'contact',
  'task',
  'file',
] as const satisfies HistoryEvent['subject'][];

/** In the history of what belongs to a deal: the row's id. */
export const ROW_ID_FIELD = 'rowId';
