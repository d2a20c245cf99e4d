import type { HistoryEvent } from '#db/schema';

/**
 * An operation is all that one transaction or one import changes. Its events carry its id, so that
 * it can be undone as a whole.
 */

export function importOperationId(importId: number): string {
  return `import-${importId}`;
}

const UNDO_PREFIX = 'undo ';
export const UNDO_ID_PATTERN = `${UNDO_PREFIX}%`;

export function undoOperationId(operationId: string): string {
  return UNDO_PREFIX + operationId;
}

export function isUndoOperation(operationId: string): boolean {
  return operationId.startsWith(UNDO_PREFIX);
}

export function parseImportId(operationId: string | null): number | undefined {
  const [, id] = /^(?:undo )?import-(\d+)$/.exec(operationId ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

export const DEAL_SUBJECTS = [
  'pipeline',
  'evaluation',
  'note',
  'contact',
  'task',
  'file',
  'round',
] as const satisfies HistoryEvent['subject'][];

export const ROW_ID_FIELD = 'rowId';
