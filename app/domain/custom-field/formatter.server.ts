import { type Db, db } from '#db/client';
import type { CustomField, FieldValue } from '#db/schema';
import { formatCustomFieldValue } from './format';
import { isActiveField, queryCustomFields } from './list.server';
import { parseCustomFieldName, toCustomFieldName, toCustomFieldNames } from './names';
import { listReferencedPeople } from './people.server';

export async function createCustomFieldFormatter(newFields: CustomField[] = [], tx: Db = db) {
  const fields = [...(await queryCustomFields(tx)), ...newFields];
  const people = await listReferencedPeople(fields, tx);
  const labels: Record<string, string> = Object.fromEntries(
    fields.map(({ key, name }) => [toCustomFieldName(key), name]),
  );
  const format = (name: string, value: FieldValue): string | undefined => {
    const field = fields.find(({ key }) => key === parseCustomFieldName(name));
    return field && (value === null ? '' : formatCustomFieldValue(field, value, people));
  };
  const days = new Set<string>(toCustomFieldNames(fields.filter(({ kind }) => kind === 'day')));
  const active: string[] = toCustomFieldNames(fields.filter(isActiveField));
  return { active, labels, days, format };
}

export type CustomFieldFormatter = Awaited<ReturnType<typeof createCustomFieldFormatter>>;
