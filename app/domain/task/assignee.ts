import { invalid } from '~/errors';
import type { TaskValues } from './list.server';

export function getAssignee(
  people: { id: string; email: string }[],
  userId: string,
  path = 'userId',
): Pick<TaskValues, 'userId' | 'person'> {
  const assignee = people.find(({ id }) => id === userId);
  if (!assignee) throw invalid([{ path, message: 'Please choose someone who can see this deal' }]);
  return { userId, person: assignee.email };
}
