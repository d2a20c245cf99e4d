import type { OwnName } from '~/models/field/values';

/** The columns that may be hidden, in their order. Company and Actions always stay. */
export const COLUMNS = [
  { key: 'updated', label: 'Last Updated' },
  { key: 'owner', label: 'Owner' },
  { key: 'stage', label: 'Stage', isExtra: true },
  { key: 'industry', label: 'Industry' },
  { key: 'round', label: 'Round' },
  { key: 'size', label: 'Target Size' },
  { key: 'info', label: 'Business Info' },
  { key: 'score', label: 'Score' },
  { key: 'meeting', label: 'Next Meeting' },
] as const;
export type Column = (typeof COLUMNS)[number]['key'];

/** What is shown unless somebody chooses. */
export const DEFAULT_COLUMNS: readonly Column[] = COLUMNS.flatMap((column) =>
  'isExtra' in column ? [] : column.key,
);

/** Whether a list shows a column; undefined stands for the default. */
export function hasColumn(columns: readonly string[] | undefined, key: Column): boolean {
  return (columns ?? DEFAULT_COLUMNS).includes(key);
}

export function isDefault(columns: readonly string[]): boolean {
  const isAsIs = COLUMNS.every(
    ({ key }) => columns.includes(key) === DEFAULT_COLUMNS.includes(key),
  );
  return isAsIs && !ownOf(columns).length;
}

/** Also those of own fields, by name; which there are is known to who shows them. */
const OWN = /^field-[A-Za-z\d]{1,70}$/;
const MOST_OWN = 40;

export function ownOf(columns: readonly string[]): OwnName[] {
  const own = columns.filter((name): name is OwnName => OWN.test(name));
  return [...new Set(own)].slice(0, MOST_OWN);
}

/** What the default is called; it was all columns once. */
const ALL = 'all';
const ALWAYS = 'company';

/** The known ones in their order, each once. */
export function knownColumns(names: readonly string[]): (Column | OwnName)[] {
  const columns = COLUMNS.flatMap(({ key }) => (names.includes(key) ? [key] : []));
  return [...columns, ...ownOf(names)];
}

/** The parameter `columns` of a list's address; undefined if it names none that is known. */
export function readColumns(text: string | null): (Column | OwnName)[] | undefined {
  const names = (text ?? '').slice(0, 4_000).split('.');
  if (names.includes(ALL)) return [...DEFAULT_COLUMNS];
  const known = knownColumns(names);
  return known.length || names.includes(ALWAYS) ? known : undefined;
}

export function columnsParam(columns: readonly string[]): string {
  const known = knownColumns(columns);
  return isDefault(known) ? ALL : [ALWAYS, ...known].join('.');
}
