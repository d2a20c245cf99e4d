import { updateTask } from '~/domain/task/edit.server';
import { getTask, TASK_RECORDS } from '~/domain/task/list.server';
import { TASK_FORM_FIELDS, TaskFormInput } from '~/domain/task/schema';
import { createEditRecordAction } from '~/http/forms/deal-record.server';

export const action = createEditRecordAction({
  rows: TASK_RECORDS,
  fields: TASK_FORM_FIELDS,
  schema: TaskFormInput,
  get: getTask,
  async handleIntent(viewer, { dealId, id, title }, intent) {
    if (intent === 'done') {
      const undo = await updateTask(viewer, dealId, id, { done: true, endsOpenTask: true });
      return { title: 'Done', text: title, undo, isBrief: true };
    }
    if (intent === 'waive') {
      const undo = await updateTask(viewer, dealId, id, { waived: true, endsOpenTask: true });
      return { title: 'Waived', text: title, undo, isBrief: true };
    }
    return undefined;
  },
  change(viewer, { dealId, id }, typed, { seen, isDone: done }) {
    const userId = typed.userId ?? viewer.id;
    return updateTask(viewer, dealId, id, { ...typed, userId, done, seen });
  },
});
