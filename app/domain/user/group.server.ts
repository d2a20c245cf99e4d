import type { Db } from '#db/client';
import type { User } from '#db/schema';
import { canChangeGroup, type Viewer } from '~/domain/access';
import { queryOptionLists } from '~/domain/option-list/list.server';
import { forbidden, invalid } from '~/errors';
import { CHOOSE_GROUP_MESSAGE } from './admin-schema';

export async function checkGroupChange(
  tx: Db,
  viewer: Viewer,
  account: User,
  name: string,
): Promise<Pick<User, 'group'>> {
  if (!canChangeGroup(viewer, account))
    throw forbidden("Only an admin may change a group, and an admin's group cannot be changed.");
  const lists = await queryOptionLists(tx);
  const group = lists.toCurrentName('groups', name);
  if (group !== account.group && !lists.listActiveNames('groups').includes(group))
    throw invalid([{ path: 'group', message: CHOOSE_GROUP_MESSAGE }]);
  return { group };
}
