import { db, type Db } from '#db/client';
import type { FieldValue } from '#db/schema';
import { isActive, readFields } from './definitions.server';
import { shownOwn } from './text';
import { ownKey, ownName, ownNames } from './values';
import { namedPeople } from './values.server';

/** How the history and its like say the fund's own fields; undefined for other fields. */
export interface OwnWords {
  /** By name. */
  labels: Record<string, string>;
  /** The names of those that are not archived. */
  active: string[];
  text: (name: string, value: FieldValue) => string | undefined;
}

export async function ownWords(from: Db = db): Promise<OwnWords> {
  const fields = new Map((await readFields(from)).map((field) => [field.key, field]));
  const people = await namedPeople([...fields.values()], from);
  const names = [...fields.values()].map(({ key, name }) => [ownName(key), name]);
  return {
    active: ownNames([...fields.values()].filter(isActive)),
    labels: Object.fromEntries(names) as Record<string, string>,
    text: (name, value) => {
      const field = fields.get(ownKey(name) ?? '');
      return field && (value === null ? '' : shownOwn(field, value, people));
    },
  };
}
