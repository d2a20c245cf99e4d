import type { CustomField, CustomFieldValue, CustomFieldValues, FieldValue } from '#db/schema';
import type { CustomFieldValueChanges } from './values';

export type CustomFieldName = `field-${string}`;

const NAME_PREFIX = 'field-';

export function toCustomFieldName(key: string): CustomFieldName {
  return `${NAME_PREFIX}${key}`;
}

export function toCustomFieldNames(fields: { key: string }[]): CustomFieldName[] {
  return fields.map(({ key }) => toCustomFieldName(key));
}

/** Separates the controls that hold one text from those that hold several. */
export function splitCustomFieldNames(fields: CustomField[]) {
  const isList = ({ kind }: CustomField) => kind === 'choices';
  return {
    texts: toCustomFieldNames(fields.filter((field) => !isList(field))),
    lists: toCustomFieldNames(fields.filter(isList)),
  };
}

export function parseCustomFieldName(name: string): string | undefined {
  return name.startsWith(NAME_PREFIX) ? name.slice(NAME_PREFIX.length) : undefined;
}

export function flattenCustomFieldValues(
  values: CustomFieldValues = {},
): Record<CustomFieldName, CustomFieldValue> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [toCustomFieldName(key), value]),
  );
}

export function separateCustomFieldValues<Values extends object>(
  values: Values,
): Values & { fields?: CustomFieldValueChanges } {
  const entries = Object.entries(values) as [string, FieldValue][];
  const customEntries = entries.flatMap(([name, value]) => {
    const key = parseCustomFieldName(name);
    return key === undefined ? [] : [[key, value] as const];
  });
  const rest = entries.filter(([name]) => parseCustomFieldName(name) === undefined);
  const fields = customEntries.length ? { fields: Object.fromEntries(customEntries) } : {};
  return { ...Object.fromEntries(rest), ...fields } as Values & {
    fields?: CustomFieldValueChanges;
  };
}
