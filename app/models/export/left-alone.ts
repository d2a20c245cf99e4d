import { contactColumns, fileColumns, holdsNotes, taskColumns } from './columns';

const KINDS = { contacts: contactColumns, tasks: taskColumns, files: fileColumns };
export type LeftAlone = 'notes' | keyof typeof KINDS;

/** What a sheet of an export holds that an import leaves alone (rules 18.16, 25.6, 25.15 and 26.8). */
export function leftAlone(headers: string[]): LeftAlone | undefined {
  if (holdsNotes(headers)) return 'notes';
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
  return kinds.find((kind) => KINDS[kind].every(({ header }) => headers.includes(header)));
}
