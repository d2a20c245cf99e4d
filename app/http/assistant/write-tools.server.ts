import { z } from 'zod';
import type { Viewer } from '~/domain/access';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { createDeal } from '~/domain/deal/create.server';
import { getDuplicatesJson } from '~/domain/deal/duplicates.server';
import { getDeal } from '~/domain/deal/get.server';
import { toDealJson } from '~/domain/deal/json';
import { createDealEditSchema, NewDealInput } from '~/domain/deal/schema';
import { updateDeal } from '~/domain/deal/update.server';
import { moveDeal } from '~/domain/decision/move-deal.server';
import { MoveInput } from '~/domain/decision/schema';
import { addNote } from '~/domain/note/create.server';
import { toNoteJson } from '~/domain/note/json';
import { getNote } from '~/domain/note/list.server';
import { NoteInput } from '~/domain/note/schema';
import { isClosedStage } from '~/domain/stage/kinds';
import { getStageByName, listStages } from '~/domain/stage/stages.server';
import { addTask, updateTask } from '~/domain/task/edit.server';
import { toTaskJson } from '~/domain/task/json';
import { getTask } from '~/domain/task/list.server';
import { TaskInput } from '~/domain/task/schema';
import { invalid } from '~/errors';
import { answerWithRecord } from './answer';
import { DealId, defineTool } from './tool';

export const WRITE_TOOLS = [
  defineTool({
    name: 'add_note',
    description:
      'Add a note to a deal. `@` and a first name or email mentions someone who can see the deal.',
    input: NoteInput.extend({ id: DealId }),
    isWrite: true,
    async run(viewer, { id, text }) {
      const note = await addNote(viewer, id, text);
      return answerWithRecord(toNoteJson(await getNote(viewer, id, note)));
    },
  }),
  defineTool({
    name: 'add_task',
    description: 'Add a task to a deal, for the caller unless `userId` names someone else.',
    input: TaskInput.extend({ id: DealId }),
    isWrite: true,
    async run(viewer, { id, ...task }) {
      const added = await addTask(viewer, id, task);
      return answerWithRecord(toTaskJson(await getTask(viewer, id, added)));
    },
  }),
  defineTool({
    name: 'complete_task',
    description: 'Mark a task of a deal as done. Refused for a condition that was waived.',
    input: z.object({
      id: DealId,
      taskId: z.int('Please send the id of a task').positive('Please send the id of a task'),
    }),
    isWrite: true,
    async run(viewer, { id, taskId }) {
      await updateTask(viewer, id, taskId, { done: true, endsOpenTask: true });
      return answerWithRecord(toTaskJson(await getTask(viewer, id, taskId)));
    },
  }),
  defineTool({
    name: 'create_deal',
    description:
      'Create a deal owned by the caller. `possibleDuplicates` names deals with the same company.',
    input: NewDealInput,
    isWrite: true,
    async run(viewer, { scoreReason, ...values }) {
      const id = await createDeal(viewer, values, { scoreReason });
      const duplicates = await getDuplicatesJson(viewer, values.companyName, id);
      return answerWithDeal(viewer, id, duplicates);
    },
  }),
  defineTool({
    name: 'update_deal',
    description: 'Change a deal. Only the keys sent are changed; null clears a value.',
    input: createDealEditSchema(DealId),
    isWrite: true,
    async run(viewer, { id, scoreReason, ...changes }) {
      await updateDeal(viewer, id, changes, { scoreReason });
      return answerWithDeal(viewer, id);
    },
  }),
  defineTool({
    name: 'move_stage',
    description:
      'Move a deal to a stage. A stage of the kind won, lost or parked closes it, with a reason.',
    input: MoveInput.extend({ id: DealId }),
    isWrite: true,
    async run(viewer, { id, ...decision }) {
      await assertClosesIfReasoned(decision);
      await moveDeal(viewer, id, decision);
      return answerWithDeal(viewer, id);
    },
  }),
];

/** `moveDeal` leaves the reason of a move to an open stage out, as forms hide it. */
async function assertClosesIfReasoned({ stage, ...reason }: MoveInput): Promise<void> {
  const given = Object.entries(reason).filter(([, value]) => value);
  if (!given.length || isClosedStage(getStageByName(await listStages(), stage))) return;
  throw invalid(given.map(([path]) => ({ path, message: 'Only a closed stage takes this' })));
}

async function answerWithDeal(viewer: Viewer, id: number, duplicates = {}) {
  const deal = toDealJson(await getDeal(viewer, id), await listCustomFields());
  return answerWithRecord({ ...deal, ...duplicates });
}
