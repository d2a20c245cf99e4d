import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { memberJson, MembersInput } from '~/models/member/json';
import { listMembers, setMembers } from '~/models/member/members.server';
import type { Viewer } from '~/models/access';

export const loader = endpoint({
  GET: async ({ request, params }) => answer(await requireApiUser(request), readId(params.id)),
  PUT: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const id = readId(params.id);
    const { userIds } = await readJson(request, MembersInput);
    await setMembers(viewer, id, userIds);
    return answer(viewer, id);
  },
});
export const action = loader;

async function answer(viewer: Viewer, id: number): Promise<Response> {
  return jsonAnswer((await listMembers(viewer, id)).map(memberJson));
}
