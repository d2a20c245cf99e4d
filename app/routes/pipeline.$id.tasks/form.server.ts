import { addTask } from '~/domain/task/edit.server';
import { TASK_RECORDS } from '~/domain/task/list.server';
import { TASK_FORM_FIELDS, TaskFormInput } from '~/domain/task/schema';
import { createAddRecordAction } from '~/http/forms/deal-record.server';

export const action = createAddRecordAction({
  rows: TASK_RECORDS,
  fields: TASK_FORM_FIELDS,
  schema: TaskFormInput,
  add: addTask,
});
