import type { FormConflict, OthersChange } from '~/domain/form-conflict/conflict';
import { formatDateTime, formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';
import { isDayField } from '~/ui/history/format-value.server';

/** `customDays` are the names of custom fields that hold days. */
export function toFormConflictView(
  conflict: FormConflict,
  locale: Locale,
  customDays?: Set<string>,
) {
  const toText = (field: string, value: string) =>
    value && isDayField(field, customDays) ? formatDay(value, locale) : value;
  return {
    ...conflict,
    fieldConflicts: conflict.fieldConflicts.map((fieldConflict) => ({
      ...fieldConflict,
      mine: toText(fieldConflict.field, fieldConflict.mine),
      theirs: toText(fieldConflict.field, fieldConflict.theirs),
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
