import type { CustomField, ImportSheet } from '#db/schema';
import { isActiveField } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { normalizeHeader } from './header';
import { CUSTOM_FIELD_HEADERS } from './header-words';
import { listNewFieldProblems } from './new-fields.server';
import { KEEP_AS_FIELD } from './targets';

const HEADER_GROUPS = Object.values(CUSTOM_FIELD_HEADERS).map(
  (words) => new Set(words.map(normalizeHeader)),
);

interface SuggestOptions {
  /** Suggests a new field for a header that no custom field has. */
  canAddFields: boolean;
}

export function suggestCustomFields(
  sheets: ImportSheet[],
  fields: CustomField[],
  options: SuggestOptions,
): ImportSheet[] {
  const suggested = sheets.map((sheet) => suggestForSheet(sheet, fields, options));
  const problems = listNewFieldProblems(fields, suggested, suggested);
  return suggested.map((sheet, index) => ({
    ...sheet,
    targets: sheet.targets.map((target, column) => {
      const isRefused = problems.some(
        (problem) =>
          problem.sheet === index && (problem.column === undefined || problem.column === column),
      );
      return target === KEEP_AS_FIELD.key && isRefused ? null : target;
    }),
  }));
}

function suggestForSheet(
  sheet: ImportSheet,
  fields: CustomField[],
  { canAddFields }: SuggestOptions,
): ImportSheet {
  if (sheet.holds !== 'deals') return sheet;
  const targets = [...sheet.targets];
  const usedGroups = new Set<Set<string>>();
  for (const [column, header] of sheet.headers.entries()) {
    const group = HEADER_GROUPS.find((words) => words.has(normalizeHeader(header)));
    const isFree = targets[column] === null && sheet.samples[column]?.length;
    if (!group || !isFree || usedGroups.has(group)) continue;
    if (sheet.hiddenColumns?.includes(column)) continue;
    const field = fields.find(
      (known) => isActiveField(known) && group.has(normalizeHeader(known.name)),
    );
    const target = field && toCustomFieldName(field.key);
    if (target && targets.includes(target)) continue;
    if (target) targets[column] = target;
    else if (canAddFields) targets[column] = KEEP_AS_FIELD.key;
    usedGroups.add(group);
  }
  return { ...sheet, targets };
}
