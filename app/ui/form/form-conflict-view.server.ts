import type { FormConflict, OthersChange } from '~/domain/form-conflict/conflict';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';

export function toFormConflictView(conflict: FormConflict, locale: Locale) {
  return {
    ...conflict,
    fieldConflicts: conflict.fieldConflicts.map((fieldConflict) => ({
      ...fieldConflict,
      saved:
        fieldConflict.saved &&
        `${fieldConflict.saved.by}, ${formatDateTime(fieldConflict.saved.at, locale)}`,
    })),
  };
}

export type FormConflictView = ReturnType<typeof toFormConflictView>;
export type FieldConflictView = FormConflictView['fieldConflicts'][number];

/** Formats as '. Also changed in the meantime by Ben: Comments, CEO'. */
export function formatAlsoChanged(changes: OthersChange[]): string {
  return changes
    .map(({ by, fields }) => `. Also changed in the meantime by ${by}: ${fields.join(', ')}`)
    .join('');
}
