import type { Change } from '#db/schema';

/** What the history of a deal is about: the deal and what belongs to it. */
export const DEAL_SUBJECTS = [
  'pipeline',
  'evaluation',
  'note',
  'contact',
  'task',
  'file',
] as const satisfies Change['subject'][];

/** In the history of what belongs to a deal: the row's id. */
export const ROW_ID = 'rowId';
