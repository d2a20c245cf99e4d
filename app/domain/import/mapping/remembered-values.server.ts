import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { importValues, type ValueChoice, type ValueChoices } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { toValueKey } from '~/domain/import/values/value-choices';

const MAX_REMEMBERED_VALUES = 2_000;

const OTHERS = { field: '', value: '' };

export type RememberedValues = Map<string, ValueChoice>;

function toMemoryKey(field: string, text: string): string {
  return `${field}\n${toValueKey(text)}`;
}

export async function loadRememberedValues(
  viewer: Viewer,
  fields: string[],
): Promise<RememberedValues> {
  const { userId, field, value, choice } = importValues;
  const rows = await db
    .select({ field, value, choice })
    .from(importValues)
    .where(and(eq(userId, viewer.id), inArray(field, [...fields, OTHERS.field])));
  return new Map(rows.map((row) => [toMemoryKey(row.field, row.value), row.choice]));
}

export function findRemembered(
  remembered: RememberedValues,
  field: string,
  text: string,
): ValueChoice | undefined {
  return remembered.get(toMemoryKey(field, text));
}

export function findRememberedOthers(remembered: RememberedValues): ValueChoice | undefined {
  return findRemembered(remembered, OTHERS.field, OTHERS.value);
}

interface PersonalChoices {
  made: ValueChoices['values'];
  others: 'empty' | 'comment';
  dropped: { field: string; text: string }[];
}

/** Remembers what a person chose, never what was only suggested. */
export async function rememberValues(
  tx: Db,
  viewer: Viewer,
  { made, others, dropped }: PersonalChoices,
): Promise<void> {
  const { userId, field, value } = importValues;
  const usedAt = new Date();
  const rows = [
    ...made.map(({ field, text, choice }) => ({ field, value: toValueKey(text), choice })),
    { ...OTHERS, choice: { do: others } },
  ];
  for (const row of rows)
    await tx
      .insert(importValues)
      .values({ ...row, userId: viewer.id, usedAt })
      .onConflictDoUpdate({ target: [userId, field, value], set: { choice: row.choice, usedAt } });
  for (const gone of dropped)
    await tx
      .delete(importValues)
      .where(and(eq(userId, viewer.id), eq(field, gone.field), eq(value, toValueKey(gone.text))));
  const recent = tx
    .select({ id: sql`rowid` })
    .from(importValues)
    .where(eq(userId, viewer.id))
    .orderBy(desc(importValues.usedAt))
    .limit(MAX_REMEMBERED_VALUES);
  await tx.delete(importValues).where(and(eq(userId, viewer.id), notInArray(sql`rowid`, recent)));
}
