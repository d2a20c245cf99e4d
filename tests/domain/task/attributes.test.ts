import { describe, expect, test } from 'vitest';
import type { Task } from '#db/schema';
import { TASK_COLUMNS } from '~/domain/export/columns';
import { buildRecord } from '~/domain/record';
import { TaskAnswer } from '~/domain/task/json';
import { TASK_EDIT_KEYS } from '~/domain/task/schema';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';

describe('attributes of a task (rules 25.7, 25.11 and 25.15)', () => {
  test.each(TASK_EDIT_KEYS)('the attribute %s is in JSON and history', (key) => {
    expect(Object.keys(TaskAnswer.shape)).toContain(key);
    expect(getHistoryFieldLabel(key)).not.toBe(key);
  });

  test('every attribute has a column of the workbook', () => {
    // A workbook has days before 1900 as texts.
    const values = buildRecord(TASK_EDIT_KEYS, (key) => `1800 ${key}`);
    const row = { companyName: 'Gantrywell', task: values as Task };
    const cells = TASK_COLUMNS.map(({ getCell }) => getCell(row));
    expect(cells).toEqual(expect.arrayContaining(Object.values(values)));
  });
});
