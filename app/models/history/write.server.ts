import type { Db } from '#db/client';
import {
  type Change,
  type ChangedFields,
  changes,
  type OwnField,
  type Pipeline,
  type User,
} from '#db/schema';
import { insertRows } from '#db/insert';
import { afterCommit, transactionId } from '#db/transaction';
import { logEvent } from '~/log.server';
import { spendHistoryBytes } from './budget.server';

/** The user who made a change; undefined for the system itself. */
export type Actor = Pick<User, 'id' | 'email'> | undefined;
type Act = Change['act'];
type HistoryEntry = Pick<Change, 'subject' | 'subjectId' | 'subjectName' | 'act'> & {
  fields?: ChangedFields;
  reason?: string;
};

/** When a change was made, and of which act it is part: by default, of the transaction. */
export interface Written {
  at?: Date;
  actId?: string;
}

/** Writes history in the transaction of the change itself. Changes of users are also logged. */
export async function writeHistory(
  tx: Db,
  actor: Actor,
  entries: HistoryEntry[],
  { at = new Date(), actId = transactionId() }: Written = {},
): Promise<void> {
  if (actor) {
    const lengths = entries.map(({ fields = {} }) => Buffer.byteLength(JSON.stringify(fields)));
    spendHistoryBytes(
      actor.id,
      actId,
      lengths.reduce((sum, length) => sum + length, 0),
    );
  }
  const origin = { at, actId, actorId: actor?.id, actorEmail: actor?.email };
  const rows = entries.map(({ fields = {}, ...entry }) => ({ ...entry, fields, ...origin }));
  await insertRows(tx, changes, rows);
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

function ofDeal(subject: 'pipeline' | 'evaluation' | 'note') {
  return (
    { id, companyName }: Pick<Pipeline, 'id' | 'companyName'>,
    act: Act,
    fields?: ChangedFields,
  ): HistoryEntry => ({ subject, subjectId: String(id), subjectName: companyName, act, fields });
}
export const pipelineEntry = ofDeal('pipeline');
export const evaluationEntry = ofDeal('evaluation');
/** The entry of a note: `companyName` is the deal's. */
export const noteEntry = ofDeal('note');

export function userEntry(
  { id, email }: Pick<User, 'id' | 'email'>,
  act: Act,
  fields?: ChangedFields,
): HistoryEntry {
  return { subject: 'account', subjectId: id, subjectName: email, act, fields };
}

export function fieldEntry(
  { key, name }: Pick<OwnField, 'key' | 'name'>,
  act: Act,
  fields?: ChangedFields,
): HistoryEntry {
  return { subject: 'field', subjectId: key, subjectName: name, act, fields };
}

/** The entry of a fund's list: `subjectName` names the list and its changed entry. */
export function listEntry(list: string, subjectName: string, act: Act, fields?: ChangedFields) {
  return { subject: 'list' as const, subjectId: list, subjectName, act, fields };
}
