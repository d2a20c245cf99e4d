import { insertRows } from '#db/batch-insert';
import type { Db } from '#db/client';
import {
  type CustomField,
  type Deal,
  type FieldChanges,
  type HistoryEvent,
  historyEvents,
  type User,
} from '#db/schema';
import { getTransactionId, runAfterCommit } from '#db/transaction';
import { logEvent } from '~/log.server';
import { spendHistoryBytes } from './budget.server';

/** The user who made a change, by an API token if it has a name; undefined for the system. */
export type Actor = (Pick<User, 'id' | 'email'> & { tokenName?: string }) | undefined;
type ChangeKind = HistoryEvent['kind'];
type NewHistoryEvent = Pick<HistoryEvent, 'subject' | 'subjectId' | 'subjectName' | 'kind'> & {
  fields?: FieldChanges;
  reason?: string;
};

export interface Operation {
  at?: Date;
  operationId?: string;
}

export async function recordHistory(
  tx: Db,
  actor: Actor,
  events: NewHistoryEvent[],
  { at = new Date(), operationId = getTransactionId() }: Operation = {},
): Promise<void> {
  if (actor) {
    const lengths = events.map(({ fields = {} }) => Buffer.byteLength(JSON.stringify(fields)));
    spendHistoryBytes(
      actor.id,
      operationId,
      lengths.reduce((sum, length) => sum + length, 0),
    );
  }
  const origin = {
    at,
    operationId,
    actorId: actor?.id,
    actorEmail: actor?.email,
    tokenName: actor?.tokenName,
  };
  const rows = events.map(({ fields = {}, ...event }) => ({ ...event, fields, ...origin }));
  await insertRows(tx, historyEvents, rows);
  for (const { subject, subjectId, kind, fields = {} } of events) {
    if (subject === 'account')
      runAfterCommit(() =>
        logEvent(`account ${kind}`, {
          account: subjectId,
          fields: Object.keys(fields).join(' ') || undefined,
        }),
      );
  }
}

function createDealEventBuilder(subject: 'pipeline' | 'evaluation' | 'note' | 'round') {
  return (
    { id, companyName }: Pick<Deal, 'id' | 'companyName'>,
    kind: ChangeKind,
    fields?: FieldChanges,
  ): NewHistoryEvent => ({
    subject,
    subjectId: String(id),
    subjectName: companyName,
    kind,
    fields,
  });
}
export const dealEvent = createDealEventBuilder('pipeline');
export const evaluationEvent = createDealEventBuilder('evaluation');
export const noteEvent = createDealEventBuilder('note');
export const roundEvent = createDealEventBuilder('round');

export function userEvent(
  { id, email }: Pick<User, 'id' | 'email'>,
  kind: ChangeKind,
  fields?: FieldChanges,
): NewHistoryEvent {
  return { subject: 'account', subjectId: id, subjectName: email, kind, fields };
}

export function customFieldEvent(
  { key, name }: Pick<CustomField, 'key' | 'name'>,
  kind: ChangeKind,
  fields?: FieldChanges,
): NewHistoryEvent {
  return { subject: 'field', subjectId: key, subjectName: name, kind, fields };
}

export function optionListEvent(
  list: string,
  subjectName: string,
  kind: ChangeKind,
  fields?: FieldChanges,
) {
  return { subject: 'list' as const, subjectId: list, subjectName, kind, fields };
}
