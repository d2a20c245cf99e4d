import { data } from '@remix-run/node';
import { z } from 'zod';
import type { Viewer } from '~/domain/access';
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

/** Takes a deal by its id, by its exact name, or as suggested: 'Ibex (#12)'. Throws 400. */
async function addTaskToDeal(viewer: Viewer, { pipelineId: typed, ...task }: NewTask) {
  const [, id] = /^(?:.*\(#)?(\d{1,15})\)?$/.exec(typed) ?? [];
  const dealId = id ? Number(id) : await findDealByName(viewer, typed);
  if (!dealId)
    throw invalid([{ path: 'pipelineId', message: 'Please choose one of the suggested deals' }]);
  await addTask(viewer, dealId, task, { skipExisting: true });
}
