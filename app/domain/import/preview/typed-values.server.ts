import type { Import } from '#db/schema';
import { listNewFields } from '~/domain/import/mapping/new-fields.server';
import { parseCell } from '~/domain/import/values/parse-cell';
import { loadCustomFields } from './field-lookup.server';

interface TypedValue {
  name: string;
  field: string;
  text: string;
}

export async function findTypedProblems(
  importRecord: Pick<Import, 'sheets' | 'dayFirst'>,
  values: TypedValue[],
): Promise<Record<string, { typed: string; error: string }>> {
  const customFields = await loadCustomFields(listNewFields(importRecord));
  const options = { dayFirst: importRecord.dayFirst, customFields };
  const problems = values.flatMap(({ name, field, text }) => {
    const parsedCell = parseCell(field, text, options);
    return 'reason' in parsedCell
      ? [[name, { typed: text, error: `‘${text}’ ${parsedCell.reason}.` }] as const]
      : [];
  });
  return Object.fromEntries(problems);
}
