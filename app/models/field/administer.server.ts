import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type OwnField, ownFields } from '#db/schema';
import { transaction } from '#db/transaction';
import { mayEditFields, type Viewer } from '~/models/access';
import { differences } from '~/models/history/field-value';
import { fieldEntry, writeHistory } from '~/models/history/write.server';
import { PIPELINE_LABELS } from '~/models/pipeline/fields';
import { conflict, forbidden, invalid, notFound } from '~/refusal';
import { isActive, readFields } from './fields.server';
import { hasOptions, MOST_EVER, MOST_FIELDS } from './kinds';
import { type FieldChanges, NEEDS_OPTIONS, type NewField } from './schema';
import { folded } from '#db/fold';

/** The fund's own fields as admins edit them. Each throws 403 for others. */

const RECORDED = ['name', 'kind', 'hint', 'isRequired', 'options', 'section'] as const;

/** As the export heads their columns. */
const SPECIFIED = new Set(
  [
    ...Object.values(PIPELINE_LABELS),
    ...['Stage', 'Owner', 'Owner email', 'Group', 'Created', 'Last Updated', 'Reference'],
  ].map((name) => name.toLowerCase()),
);

function checkMayEdit(viewer: Viewer): void {
  if (!mayEditFields(viewer)) throw forbidden('Admin access required.');
}

/** Adds a field after the others. Throws 409 for a name that is taken, or one field too many. */
export async function addField(viewer: Viewer, input: NewField): Promise<OwnField> {
  checkMayEdit(viewer);
  return transaction((tx) => insertField(tx, viewer, input));
}

/** The same for staff too, within a transaction: an import may bring fields. */
export async function insertField(tx: Db, viewer: Viewer, input: NewField): Promise<OwnField> {
  const fields = await readFields(tx);
  checkRoom(fields);
  if (fields.length >= MOST_EVER)
    throw conflict(
      `You can create up to ${MOST_EVER} fields, including archived ones. Restore or rename one instead.`,
    );
  checkName(fields, input.name);
  const { name, kind, hint = null, required, options, section = null } = input;
  const values = {
    key: keyOf(
      name,
      fields.map(({ key }) => key),
    ),
    ...{ name, kind, hint, section, isRequired: required },
    options: hasOptions(kind) ? options : [],
    position: lastPosition(fields) + 1,
    archivedAt: null,
  };
  await tx.insert(ownFields).values(values);
  const entry = fieldEntry(values, 'created', differences(RECORDED, {}, values));
  await writeHistory(tx, viewer, [entry]);
  return values;
}

/**
 * Changes the given keys; archives a field, or restores it as the last. Throws 404, 400 for another
 * kind or without choices where the kind needs some, 409 as `addField`.
 */
export async function changeField(
  viewer: Viewer,
  key: string,
  changes: FieldChanges,
): Promise<OwnField> {
  checkMayEdit(viewer);
  return transaction(async (tx) => {
    const fields = await readFields(tx);
    const before = findField(fields, key);
    const after = changed(before, changes, fields);
    const isRestored = isActive(after) && !isActive(before);
    if (isRestored) checkRoom(fields);
    checkName(
      fields.filter((field) => field !== before),
      after.name,
    );
    await tx.update(ownFields).set(after).where(eq(ownFields.key, key));
    const recorded = differences(RECORDED, before, after);
    const archived = isActive(before) && !isActive(after);
    const entries = [
      ...(Object.keys(recorded).length ? [fieldEntry(after, 'changed', recorded)] : []),
      ...(archived ? [fieldEntry(after, 'deleted')] : []),
      ...(isRestored ? [fieldEntry(after, 'restored')] : []),
    ];
    await writeHistory(tx, viewer, entries);
    return after;
  });
}

/** Swaps a field with the one before or after it; at an end nothing. Throws 404. */
export async function moveField(viewer: Viewer, key: string, step: -1 | 1): Promise<OwnField> {
  checkMayEdit(viewer);
  return transaction(async (tx) => {
    const fields = await readFields(tx);
    const field = findField(fields, key);
    const order = fields.filter(isActive);
    const index = order.indexOf(field);
    const neighbour = order[index + step];
    if (index < 0 || !neighbour) return field;
    for (const [i, { key }] of order
      .with(index, neighbour)
      .with(index + step, field)
      .entries())
      await tx
        .update(ownFields)
        .set({ position: i + 1 })
        .where(eq(ownFields.key, key));
    const fieldsOf = { position: [index + 1, index + step + 1] as [number, number] };
    await writeHistory(tx, viewer, [fieldEntry(field, 'changed', fieldsOf)]);
    return field;
  });
}

function findField(fields: OwnField[], key: string): OwnField {
  const field = fields.find((candidate) => candidate.key === key);
  if (!field) throw notFound('There is no such field.');
  return field;
}

function lastPosition(fields: OwnField[]): number {
  return Math.max(0, ...fields.filter(isActive).map(({ position }) => position));
}

function changed(before: OwnField, changes: FieldChanges, fields: OwnField[]): OwnField {
  const { kind, archived, required = before.isRequired, ...rest } = changes;
  if (kind !== undefined && kind !== before.kind)
    throw invalid([{ path: 'kind', message: 'The kind of a field cannot be changed' }]);
  const options = hasOptions(before.kind) ? (rest.options ?? before.options) : [];
  if (hasOptions(before.kind) && !options.length)
    throw invalid([{ path: 'options', message: NEEDS_OPTIONS }]);
  const after = { ...before, ...rest, options, isRequired: required };
  const isArchived = archived ?? !isActive(before);
  if (isArchived) return { ...after, archivedAt: before.archivedAt ?? new Date() };
  const position = isActive(before) ? before.position : lastPosition(fields) + 1;
  return { ...after, archivedAt: null, position };
}

function checkRoom(fields: OwnField[]): void {
  const problem = roomProblem(fields);
  if (problem) throw conflict(problem);
}

/** Why there is no room for some more fields; undefined if there is. */
export function roomProblem(fields: OwnField[], added = 1): string | undefined {
  return fields.filter(isActive).length + added > MOST_FIELDS
    ? `You can have up to ${MOST_FIELDS} fields. Archive one first.`
    : undefined;
}

/** Names are the same whatever their case. Archived fields keep theirs. */
function checkName(otherFields: OwnField[], name: string): void {
  const problem = nameProblem(otherFields, name);
  if (problem) throw conflict(problem);
}

/** Why a field cannot have this name beside others; undefined if it can. */
export function nameProblem(otherFields: OwnField[], name: string): string | undefined {
  if (SPECIFIED.has(name.toLowerCase())) return 'A standard field already has this name.';
  const namesake = otherFields.find((field) => field.name.toLowerCase() === name.toLowerCase());
  if (!namesake) return undefined;
  return isActive(namesake)
    ? 'Another field already has this name.'
    : 'An archived field already has this name. Restore or rename it.';
}

/** Deletes fields that nothing has a value of yet: the import that was to fill them was refused. */
export async function withdrawFields(tx: Db, viewer: Viewer, keys: string[]): Promise<void> {
  const fields = (await readFields(tx)).filter(({ key }) => keys.includes(key));
  await tx.delete(ownFields).where(inArray(ownFields.key, keys));
  await writeHistory(
    tx,
    viewer,
    fields.map((field) => fieldEntry(field, 'deleted')),
  );
}

const LONGEST = 60;

/** What every object has: no value of ours must be taken for it. */
const RESERVED = Object.getOwnPropertyNames(Object.prototype);

/**
 * A field's key: its name in camelCase of Latin letters and digits, `field` and a number where it
 * has no such letters; with a number where another field has the same.
 */
export function keyOf(name: string, usedKeys: readonly string[]): string {
  const words = folded(name).match(/[a-z\d]+/g) ?? [];
  const camel = words
    .map((word, i) => (i ? word[0]!.toUpperCase() + word.slice(1) : word))
    .join('')
    .slice(0, LONGEST);
  const isNamed = /[a-z]/.test(camel);
  const isFree = (key: string) => !usedKeys.includes(key) && !RESERVED.includes(key);
  if (isNamed && isFree(camel)) return camel;
  const base = isNamed ? camel : 'field';
  for (let n = isNamed ? 2 : 1; ; n++) if (isFree(`${base}${n}`)) return `${base}${n}`;
}
