import type { Change } from '#db/schema';

/**
 * An act is all that one transaction or one import changes. Each change in the history carries the
 * id of its act, so that the act can be undone as a whole; an undo is named by the act that it undoes.
 */

export function importAct(importId: number): string {
  return `import-${importId}`;
}

const UNDO = 'undo ';
/** For SQL: the ids of all undos. */
export const UNDOS = `${UNDO}%`;

export function undoOf(actId: string): string {
  return UNDO + actId;
}

export function isUndo(actId: string): boolean {
  return actId.startsWith(UNDO);
}

/** The import that the act is, or that it undoes. */
export function importOf(actId: string | null): number | undefined {
  const [, id] = /^(?:undo )?import-(\d+)$/.exec(actId ?? '') ?? [];
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
] as const satisfies Change['subject'][];

/** In the history of what belongs to a deal: the row's id. */
export const ROW_ID = 'rowId';
