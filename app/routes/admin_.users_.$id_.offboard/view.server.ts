import type { Viewer } from '~/domain/access';
import { getLeaver, parseOffboardingOutcome } from '~/domain/operations/offboard.server';
import { getDisplayName } from '~/domain/person/names';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';

export async function loadOffboardingView(viewer: Viewer, id: string, params: URLSearchParams) {
  const { user, work } = await getLeaver(viewer, id);
  const isDisabled = user.disabledAt !== null;
  return {
    id,
    name: getDisplayName(user),
    email: user.email,
    isDisabled,
    work,
    outcome: parseOffboardingOutcome(params.get('outcome')),
    choices: work.deals || work.openTasks ? await listOwnerChoices(params.get('find'), [id]) : null,
  };
}

export type OffboardingView = Awaited<ReturnType<typeof loadOffboardingView>>;
