import type { Import } from '#db/schema';

/** Returns the address of the stage that an import has reached. */
export function getImportStagePath({ id, state }: Pick<Import, 'id' | 'state'>): string {
  if (state === 'preview') return `/import/${id}/preview`;
  return state === 'done' ? `/import/${id}/result` : `/import/${id}`;
}
