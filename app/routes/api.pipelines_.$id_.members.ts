import type { Viewer } from '~/models/access';
import { memberJson, MembersInput } from '~/models/member/json';
import { listMembers, setMembers } from '~/models/member/members.server';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';

export const loader = rowEndpoint({
  GET: answer,
  PUT: async (viewer, id, { request }) => {
    const { userIds } = await readJson(request, MembersInput);
    await setMembers(viewer, id, userIds);
    return answer(viewer, id);
  },
});
export const action = loader;

async function answer(viewer: Viewer, id: number) {
  return (await listMembers(viewer, id)).map(memberJson);
}
