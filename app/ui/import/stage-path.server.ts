import type { Import } from '#db/schema';

type ImportStage = Pick<Import, 'id' | 'state'> &
  Partial<Pick<Import, 'unknownValues' | 'valueChoices'>>;

/** Checks for the values, which are asked for once, between the columns and the preview. */
export function isAwaitingValues({ state, unknownValues = [], valueChoices }: ImportStage) {
  return state === 'preview' && unknownValues.length > 0 && !valueChoices;
}

export function getImportStagePath(importRecord: ImportStage): string {
  const { id, state } = importRecord;
  if (isAwaitingValues(importRecord)) return `/import/${id}/values`;
  if (state === 'preview') return `/import/${id}/preview`;
  return state === 'done' ? `/import/${id}/result` : `/import/${id}`;
}
