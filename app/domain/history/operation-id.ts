import type { HistoryEvent } from '#db/schema';

/**
 * An operation is all that one transaction or one import changes. Its events carry its id, so that
 * it can be undone as a whole.
 */

export function importOperationId(importId: number): string {
  return `import-${importId}`;
}

const UNDO_PREFIX = 'undo ';
/** LIKE pattern of the ids of all undos. */
export const UNDO_ID_PATTERN = `${UNDO_PREFIX}%`;

export function undoOperationId(operationId: string): string {
  return UNDO_PREFIX + operationId;
}

export function isUndoOperation(operationId: string): boolean {
  return operationId.startsWith(UNDO_PREFIX);
}

/** Returns the import that the operation is, or that it undoes. */
export function parseImportId(operationId: string | null): number | undefined {
  const [, id] = /^(?:undo )?import-(\d+)$/.exec(operationId ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Subjects of a deal's history: the deal and its records. */
export const DEAL_SUBJECTS = [
  'pipeline',
  'evaluation',
  'note',
  'contact',
  'task',
  'file',
] as const satisfies HistoryEvent['subject'][];

/** Holds the row's id in events of a deal's records. */
export const ROW_ID_FIELD = 'rowId';
