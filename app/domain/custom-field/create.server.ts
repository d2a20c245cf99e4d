import type { Db } from '#db/client';
import { foldText } from '#db/fold';
import { type CustomField, customFields } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { diffFields } from '~/domain/history/field-value';
import { customFieldEvent, recordHistory } from '~/domain/history/record.server';
import { conflict } from '~/errors';
import { hasOptions } from './kinds';
import { MAX_FIELDS } from './limits';
import { queryCustomFields } from './list.server';
import { assertFieldLimit, assertNameAvailable } from './rules.server';
import type { NewCustomField } from './schema';
import { assertCanEditCustomFields, getLastPosition, RECORDED_FIELDS } from './update.server';

export async function addCustomField(viewer: Viewer, input: NewCustomField): Promise<CustomField> {
  assertCanEditCustomFields(viewer);
  return transaction((tx) => insertCustomField(tx, viewer, input));
}

/** Skips the permission check: an import by staff may add fields. */
export async function insertCustomField(
  tx: Db,
  viewer: Viewer,
  input: NewCustomField,
): Promise<CustomField> {
  const fields = await queryCustomFields(tx);
  assertFieldLimit(fields);
  if (fields.length >= MAX_FIELDS)
    throw conflict(
      `You can create up to ${MAX_FIELDS} fields, including archived ones. Restore or rename one instead.`,
    );
  assertNameAvailable(fields, input.name);
  const { name, kind, hint = null, required, options, section = null } = input;
  const values = {
    key: createFieldKey(
      name,
      fields.map(({ key }) => key),
    ),
    name,
    kind,
    hint,
    section,
    isRequired: required,
    options: hasOptions(kind) ? options : [],
    position: getLastPosition(fields) + 1,
    archivedAt: null,
  };
  await tx.insert(customFields).values(values);
  const entry = customFieldEvent(values, 'created', diffFields(RECORDED_FIELDS, {}, values));
  await recordHistory(tx, viewer, [entry]);
  return values;
}

const MAX_KEY_LENGTH = 60;

/** Names that every object has, which no field may shadow. */
const RESERVED_KEYS = Object.getOwnPropertyNames(Object.prototype);

/** Turns a name into a camelCase key of Latin letters and digits: `field1` without letters, numbered if taken. */
export function createFieldKey(name: string, usedKeys: readonly string[]): string {
  const words = foldText(name).match(/[a-z\d]+/g) ?? [];
  const camel = words
    .map((word, i) => (i ? word[0]!.toUpperCase() + word.slice(1) : word))
    .join('')
    .slice(0, MAX_KEY_LENGTH);
  const isNamed = /[a-z]/.test(camel);
  const isFree = (key: string) => !usedKeys.includes(key) && !RESERVED_KEYS.includes(key);
  if (isNamed && isFree(camel)) return camel;
  const base = isNamed ? camel : 'field';
  for (let n = isNamed ? 2 : 1; ; n++) if (isFree(`${base}${n}`)) return `${base}${n}`;
}
