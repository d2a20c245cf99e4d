import type { Import } from '#db/schema';
import { toCustomFieldCell } from '~/domain/export/cells';
import type { Check } from '~/domain/import/preview/checks.server';
import type { CustomFields } from '~/domain/import/values/parse-options';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { getCheckControl } from './control-names';
import { hasSeveralSheets } from './several-sheets';

export function toCheckView(
  check: Check,
  { sheets }: Import,
  { definitions, people }: CustomFields,
) {
  const { field, text, to, first, rows } = check;
  const customField = definitions.get(field);
  const cell =
    customField && customField.kind !== 'day' ? toCustomFieldCell(customField, to, people) : to;
  return {
    name: getCheckControl(check),
    field,
    text,
    rows,
    label: customField?.name ?? getHistoryFieldLabel(field),
    type: customField ? (INPUT_TYPES[customField.kind] ?? 'text') : (INPUT_TYPES[field] ?? 'score'),
    to: cell === null ? '' : String(cell),
    first: `${hasSeveralSheets(sheets) ? `${sheets[first.sheet]!.name}, ` : ''}row ${first.row}`,
  };
}

const INPUT_TYPES: Record<string, 'date' | 'text'> = { day: 'date', targetClosingDate: 'date' };
