import type { Task } from '#db/schema';
import type { Column } from '~/models/workbook';
import { dayCell } from './cells';

interface ExportedTask {
  task: Task;
  companyName: string;
}

/** The columns of tasks in an export; a file that comes back is known by them. */
export const taskColumns: Column<ExportedTask>[] = [
  { header: 'Company name', width: 28, value: ({ companyName }) => companyName },
  { header: 'Task', width: 40, value: ({ task }) => task.title },
  { header: 'Person', width: 28, value: ({ task }) => task.person },
  {
    header: 'Day',
    width: 12,
    format: 'yyyy-mm-dd',
    value: ({ task }) => task.dueOn && dayCell(task.dueOn),
  },
  { header: 'Time', width: 8, value: ({ task }) => task.dueAt },
  { header: 'Done', width: 8, value: ({ task }) => (task.done ? 'yes' : 'no') },
];
