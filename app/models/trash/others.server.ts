import { type ChildRow, childRows, type Link } from '#db/children';
import type { Db } from '#db/client';

/**
 * What is deleted with a deal or an account goes to the trash with it, in whatever table, and comes
 * back with it (rule 10.18). Two kinds of tables are left out.
 */

/** They have a form of their own in the trash (`trash-rows.server.ts`). */
const OWN_FORM = [
  'pipelines.user_id',
  'evaluations.pipeline_id',
  'notes.pipeline_id',
  'mentions.note_id',
];

/** They stay deleted, for these reasons. */
export const NOT_CARRIED: Record<string, string> = {
  sessions: 'Who was deleted is signed out.',
  pending_logins: 'A login that was begun is over.',
  password_links: 'A link to choose a password is good for one account as it was.',
  api_tokens: 'Programs of a deleted account are shut out for good.',
  late_forms: 'They are kept for a day.',
  hand_overs: 'The notice for a new owner is told once.',
  shares: 'A page for an outsider that has ended stays ended.',
  share_openings: 'They go with it.',
  pipeline_industries: 'Triggers make them from the deal.',
  own_values: 'Triggers make them from the deal.',
};

function isCarried({ table, column }: Link): boolean {
  return !(table in NOT_CARRIED) && !OWN_FORM.includes(`${table}.${column}`);
}

interface Parents {
  users?: string[];
  pipelines?: number[];
  notes?: number[];
}

/** The rows that are deleted with these and have no form of their own in the trash. */
export async function otherRows(
  tx: Db,
  { users = [], pipelines = [], notes = [] }: Parents,
): Promise<ChildRow[]> {
  const parents = {
    users: users.map((id) => ({ id })),
    pipelines: pipelines.map((id) => ({ id })),
    evaluations: pipelines.map((id) => ({ pipeline_id: id })),
    notes: notes.map((id) => ({ id })),
  };
  return childRows(tx, parents, isCarried);
}
