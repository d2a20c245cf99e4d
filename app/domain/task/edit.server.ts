import type { Db } from '#db/client';
import type { Viewer } from '~/domain/access';
import { listUsersWhoSeeDeal } from '~/domain/collaborator/access.server';
import { insertManagedCollaborators } from '~/domain/collaborator/update.server';
import { addDealRecord, editDealRecord } from '~/domain/deal/edit-record.server';
import { conflict, invalid } from '~/errors';
import { getAssignee } from './assignee';
import { TASK_RECORDS, type TaskValues } from './list.server';
import { EMPTY_TASK, type TaskChanges, type TaskInput } from './schema';

/** `addsToDeal` makes the person a collaborator first; throws 403 unless the viewer may. */
type AssignedTask<Input> = Input & { addsToDeal?: boolean };

export async function addTask(
  viewer: Viewer,
  dealId: number,
  { userId, addsToDeal, ...values }: AssignedTask<TaskInput>,
  options?: { skipExisting?: boolean },
): Promise<number> {
  const getValues = async (tx: Db) => {
    const assignee = userId ?? viewer.id;
    if (addsToDeal) await insertManagedCollaborators(tx, viewer, dealId, [assignee]);
    const person = await findAssignee(tx, dealId, assignee);
    return validateTask({ ...EMPTY_TASK, ...values, ...person });
  };
  return addDealRecord(TASK_RECORDS, viewer, dealId, { getValues, ...options });
}

async function findAssignee(tx: Db, dealId: number, userId: string) {
  return getAssignee(await listUsersWhoSeeDeal(dealId, tx), userId);
}

function validateTask(values: TaskValues): TaskValues {
  if (values.dueAt && !values.dueOn)
    throw invalid([{ path: 'dueAt', message: 'A time needs a day' }]);
  return values;
}

/** With `endsOpenTask`, throws 409 for a condition that has been met or waived the other way. */
export async function updateTask(
  viewer: Viewer,
  dealId: number,
  id: number,
  input: AssignedTask<TaskChanges> & { seen?: string; endsOpenTask?: boolean },
): Promise<string | undefined> {
  const { seen: seenVersion, userId, addsToDeal, waived, endsOpenTask, ...changes } = input;
  const getChanges = async (before: TaskValues, tx: Db) => {
    if (endsOpenTask) assertNotEndedOtherwise(before, waived ?? false);
    const isReassigned = userId !== undefined && userId !== before.userId;
    if (isReassigned && addsToDeal) await insertManagedCollaborators(tx, viewer, dealId, [userId]);
    const person = isReassigned ? await findAssignee(tx, dealId, userId) : {};
    const timeless = changes.dueOn === null && changes.dueAt === undefined ? { dueAt: null } : {};
    const ending = getEnding(before, changes.done, waived);
    return validateTask({ ...before, ...changes, ...timeless, ...person, ...ending });
  };
  return editDealRecord(TASK_RECORDS, viewer, { dealId, id }, { getChanges, seenVersion });
}

function assertNotEndedOtherwise({ done, waived }: TaskValues, isWaiving: boolean): void {
  if (!done || Boolean(waived) === isWaiving) return;
  const ending = waived ? 'waived' : 'met';
  throw conflict(`Someone has ${ending} this condition in the meantime. It stays ${ending}.`);
}

/**
 * A waived condition is done. One that is open again is no longer waived, and one that is no longer
 * waived is open again, unless it is met.
 */
function getEnding(
  before: TaskValues,
  done: boolean | undefined,
  waived: boolean | undefined,
): Partial<TaskValues> {
  if (waived && before.decisionId === null)
    throw invalid([{ path: 'waived', message: 'Only a condition of a decision can be waived' }]);
  if (waived) return { waived, done: true };
  if (waived === false && before.waived) return { waived: null, done: done ?? false };
  return done === false ? { waived: null } : {};
}
