import type { Db } from '#db/client';
import { type Change, type ChangedFields, changes, type Pipeline, type User } from '#db/schema';
import { afterCommit } from '#db/transaction';
import { logEvent } from '~/log.server';

/** The user who made a change; undefined for the system itself. */
export type Actor = Pick<User, 'id' | 'email'> | undefined;
type Act = Change['act'];
const CHUNK = 500;

type HistoryEntry = Pick<Change, 'subject' | 'subjectId' | 'subjectName' | 'act'> & {
  fields?: ChangedFields;
};

/** Writes history in the transaction of the change itself. Changes of users are also logged. */
export async function writeHistory(tx: Db, actor: Actor, entries: HistoryEntry[]): Promise<void> {
  const at = new Date();
  for (let i = 0; i < entries.length; i += CHUNK) {
    await tx.insert(changes).values(
      entries.slice(i, i + CHUNK).map(({ fields = {}, ...entry }) => ({
        ...entry,
        fields,
        at,
        actorId: actor?.id ?? null,
        actorEmail: actor?.email ?? null,
      })),
    );
  }
  for (const { subject, subjectId, act, fields = {} } of entries) {
    if (subject === 'account')
      afterCommit(() =>
        logEvent(`account ${act}`, {
          account: subjectId,
          fields: Object.keys(fields).join(' ') || undefined,
        }),
      );
  }
}

export function pipelineEntry(
  { id, companyName }: Pick<Pipeline, 'id' | 'companyName'>,
  act: Act,
  fields?: ChangedFields,
): HistoryEntry {
  return { subject: 'pipeline', subjectId: String(id), subjectName: companyName, act, fields };
}

export function evaluationEntry(
  { id, companyName }: Pick<Pipeline, 'id' | 'companyName'>,
  act: Act,
  fields?: ChangedFields,
): HistoryEntry {
  return { subject: 'evaluation', subjectId: String(id), subjectName: companyName, act, fields };
}

export function userEntry(
  { id, email }: Pick<User, 'id' | 'email'>,
  act: Act,
  fields?: ChangedFields,
): HistoryEntry {
  return { subject: 'account', subjectId: id, subjectName: email, act, fields };
}
