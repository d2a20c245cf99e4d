import { data } from '@remix-run/node';
import { z } from 'zod';
import type { Viewer } from '~/domain/access';
import { findDeal } from '~/domain/deal/get.server';
import { findDealByName } from '~/domain/deal/search.server';
import { addTask } from '~/domain/task/edit.server';
import { TaskInput } from '~/domain/task/schema';
import { lineSchema } from '~/domain/text/schema';
import { invalid } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';

const NewTask = TaskInput.pick({ title: true, dueOn: true }).extend({
  pipelineId: lineSchema(300, 'Please choose a deal'),
});
type NewTask = z.output<typeof NewTask>;

export const action = formAction({
  fields: { text: ['pipelineId', 'title', 'dueOn'] },
  savesSubmission: true,
  async handler({ viewer, form }) {
    const added = await submitForm(form, NewTask, (input) => addTaskToDeal(viewer, input));
    if (!added.ok) return data(added.error.reply, added.error.status);
    return { redirectTo: '/tasks', toast: { title: 'Success', text: 'Task added' } };
  },
});

async function addTaskToDeal(viewer: Viewer, { pipelineId: typed, ...task }: NewTask) {
  const dealId = await findTypedDeal(viewer, typed);
  if (!dealId)
    throw invalid([{ path: 'pipelineId', message: 'Please choose one of the suggested deals' }]);
  await addTask(viewer, dealId, task, { skipExisting: true });
}

/**
 * Finds a deal by its exact name, by its id, or as suggested: 'Ibex (#12)'. A number that is the
 * name of one deal and the id of another is none.
 */
async function findTypedDeal(viewer: Viewer, typed: string): Promise<number | undefined> {
  const named = await findDealByName(viewer, typed);
  const [, id] = /^(?:.*\(#)?(\d{1,15})\)?$/.exec(typed) ?? [];
  if (!id || named === Number(id)) return named;
  if (!named) return Number(id);
  return (await findDeal(viewer, Number(id))) ? undefined : named;
}
