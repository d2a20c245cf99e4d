import type { Viewer } from '~/domain/access';
import { moveSavedView, setStartSavedView } from '~/domain/saved-view/arrange.server';
import { adoptSavedView } from '~/domain/saved-view/create.server';
import { updateSavedView } from '~/domain/saved-view/update.server';
import { badRequest } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { isId, parseId } from '~/http/request/params.server';

export const action = formAction({
  fields: { text: ['intent', 'id'] },
  async handler({ viewer, form }) {
    const text = await runIntent(viewer, form.get('intent') ?? '', parseId(form.get('id')));
    return { redirectTo: '/views', toast: { title: 'Success', text }, replace: true };
  },
  onError(error, { form }) {
    if (!isId(form.get('id'))) return undefined;
    const toast = { title: 'Not changed', text: error.message, failed: true };
    return { redirectTo: '/views', toast, replace: true };
  },
});

async function runIntent(viewer: Viewer, intent: string, id: number): Promise<string> {
  switch (intent) {
    case 'up':
    case 'down':
      await moveSavedView(viewer, id, intent === 'up' ? -1 : 1);
      return 'View moved';
    case 'share':
    case 'unshare':
      await updateSavedView(viewer, id, { isShared: intent === 'share' });
      return intent === 'share' ? 'View shared with everyone' : 'View no longer shared';
    case 'adopt':
      await adoptSavedView(viewer, id);
      return 'You now own this view';
    case 'start':
      await setStartSavedView(viewer, id);
      return 'This view is now your default';
    case 'unstart':
      await setStartSavedView(viewer, null);
      return 'The dashboard is now your default';
    default:
      throw badRequest('Unknown action.');
  }
}
