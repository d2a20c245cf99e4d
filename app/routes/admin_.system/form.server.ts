import { badRequest } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { backUpNow } from '~/jobs/backups.server';
import { BACK_UP } from './labels';

export const action = formAction({
  access: 'admin',
  fields: { text: ['intent'] },
  async handler({ viewer, form }) {
    if (form.get('intent') !== BACK_UP) throw badRequest('Unknown action.');
    return { redirectTo: '/admin/system#backups', toast: TOASTS[await backUpNow(viewer)] };
  },
});

const TOASTS = {
  made: { title: 'Success', text: 'The backup was made' },
  failed: { title: 'The backup failed', text: 'This page says why.', failed: true },
  running: {
    title: 'The backup is being made',
    text: 'Reload this page to see whether it is done.',
  },
};
