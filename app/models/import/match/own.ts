import type { ImportCell, ImportSheet, OwnField } from '#db/schema';
import { contactKey } from '~/models/contact/import-fields';
import { isLink } from '~/models/field/schema';
import { ownKey, ownName, readOwn } from '~/models/field/values';
import { cellText } from '~/models/import/cell';
import { plainHeader } from './columns';
import { targetsOf } from './targets';

/** Columns and the fund's own fields. */

type Sheet = Pick<ImportSheet, 'holds' | 'headers' | 'targets'>;

/**
 * The targets with the own fields that columns are called like, unless a specified field is (an own
 * "Contact email" goes before that of a contact); those that are archived by now are left out.
 */
export function withOwnTargets({ holds, headers, targets }: Sheet, fields: OwnField[]) {
  if (holds !== 'deals') return targets;
  const keys = new Set(fields.map(({ key }) => key));
  const specified = new Set(
    targetsOf('deals').flatMap(({ key, label }) => (contactKey(key) ? [] : plainHeader(label))),
  );
  const called = new Map(fields.map(({ key, name }) => [plainHeader(name), ownName(key)]));
  const known = targets.map((target) => {
    const key = ownKey(target ?? '');
    return key !== undefined && !keys.has(key) ? null : target;
  });
  for (const [i, header] of headers.entries()) {
    const plain = plainHeader(header);
    const own = specified.has(plain) ? undefined : called.get(plain);
    if (own && !known.includes(own)) known[i] = own;
  }
  return known;
}

/** What stands where there is no value. */
const NOTHING = /^(?:[-–—]+|n\/?a|tbd|tba)$/i;
const LONG = 200;

/** The kind that all of these cells have; text where there is none. */
export function guessedKind(cells: ImportCell[]): OwnField['kind'] {
  const texts = cells.map((cell) => cellText(cell).trim());
  const filled = texts.filter((text) => text && !NOTHING.test(text));
  const every = (isOf: (text: string) => boolean) => filled.length > 0 && filled.every(isOf);
  const reads = (kind: OwnField['kind']) => (text: string) =>
    readOwn({ kind, options: [] }, text, []) !== undefined;
  if (every((text) => /^\d{4}-\d\d-\d\d$/.test(text))) return 'day';
  if (every((text) => /^(yes|no|true|false|ja|nein|是|否)$/i.test(text))) return 'yesNo';
  if (every(reads('number'))) return 'number';
  if (every(reads('money'))) return 'money';
  if (every(isLink)) return 'link';
  return filled.some((text) => text.length > LONG || text.includes('\n')) ? 'longText' : 'text';
}
