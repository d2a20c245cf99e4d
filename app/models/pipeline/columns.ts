/** The columns that may be hidden, in their order. Company and Actions always stay. */
export const COLUMNS = [
  { key: 'updated', label: 'Last Updated' },
  { key: 'owner', label: 'Owner' },
  { key: 'industry', label: 'Industry' },
  { key: 'round', label: 'Round' },
  { key: 'size', label: 'Target Size' },
  { key: 'info', label: 'Business Info' },
  { key: 'score', label: 'Score' },
  { key: 'meeting', label: 'Next Meeting' },
] as const;
export type Column = (typeof COLUMNS)[number]['key'];

const ALL = 'all';
const ALWAYS = 'company';

/** The known ones in their order, each once. */
export function knownColumns(names: readonly string[]): Column[] {
  return COLUMNS.flatMap(({ key }) => (names.includes(key) ? [key] : []));
}

/** The parameter `columns` of a list's address; undefined if it names none that is known. */
export function readColumns(text: string | null): Column[] | undefined {
  const names = (text ?? '').slice(0, 1_000).split('.');
  if (names.includes(ALL)) return COLUMNS.map(({ key }) => key);
  const known = knownColumns(names);
  return known.length || names.includes(ALWAYS) ? known : undefined;
}

export function columnsParam(columns: readonly string[]): string {
  const known = knownColumns(columns);
  return known.length === COLUMNS.length ? ALL : [ALWAYS, ...known].join('.');
}
