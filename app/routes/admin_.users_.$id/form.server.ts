import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { resetSecondFactor } from '~/domain/second-factor/reset.server';
import { ChangeRoleAndGroup } from '~/domain/user/admin-schema';
import { sendPasswordLink } from '~/domain/user/password-link.server';
import { changeRoleAndGroup } from '~/domain/user/role.server';
import { badRequest, parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import type { PostedForm } from '~/http/request/form.server';

const ACCOUNT_FORM_FIELDS = {
  text: ['intent', 'role', 'shownRole', 'group', 'shownGroup'],
} as const;

type AccountForm = PostedForm<(typeof ACCOUNT_FORM_FIELDS.text)[number]>;

interface AccountChange {
  name: string;
  run: (viewer: Viewer, id: string, form: AccountForm) => Promise<unknown>;
  done: string;
}

const ACCOUNT_CHANGES: AccountChange[] = [
  {
    name: 'disable',
    run: (viewer, id) => setUserDisabled(viewer, id, true),
    done: 'Account disabled',
  },
  {
    name: 'enable',
    run: (viewer, id) => setUserDisabled(viewer, id, false),
    done: 'Account enabled',
  },
  { name: 'reset-second-factor', run: resetSecondFactor, done: 'Two-step login reset' },
  { name: 'role and group', run: saveRoleAndGroup, done: 'User updated successfully' },
];

export const action = formAction({
  access: 'staff',
  fields: ACCOUNT_FORM_FIELDS,
  async handler({ viewer, params, form }) {
    const id = params.id ?? '';
    if (form.get('intent') === 'link')
      return data({ link: { unsentMail: await sendPasswordLink(viewer, id) } });
    const change = findAccountChange(form);
    if (!change) throw badRequest('Unknown action.');
    await change.run(viewer, id, form);
    return { redirectTo: `/admin/users/${id}`, toast: { title: 'Success', text: change.done } };
  },
  onError(error, { params, form }) {
    if (error.status === 404 || !findAccountChange(form)) return undefined;
    if (error.status === 409 && error.errors) {
      const { role = null, group = null } = listChosen(form);
      return data({ sent: { role, group, errors: error.errors } }, error.status);
    }
    const toast = { title: 'Error', text: error.reason, failed: true };
    return { redirectTo: `/admin/users/${params.id ?? ''}`, toast };
  },
});

function findAccountChange(form: AccountForm): AccountChange | undefined {
  return ACCOUNT_CHANGES.find(({ name }) => name === form.get('intent'));
}

/** Leaves out what the form did not change, since somebody else may have changed it meanwhile. */
function listChosen(form: AccountForm) {
  const getChange = (name: 'role' | 'group', shown: 'shownRole' | 'shownGroup') => {
    const sent = form.get(name) ?? undefined;
    return sent === form.get(shown) ? undefined : sent;
  };
  return {
    role: getChange('role', 'shownRole'),
    group: getChange('group', 'shownGroup'),
  };
}

async function saveRoleAndGroup(viewer: Viewer, id: string, form: AccountForm) {
  const changes = parseInput(ChangeRoleAndGroup, listChosen(form));
  return changeRoleAndGroup(viewer, id, changes, {
    role: form.get('shownRole') ?? undefined,
    group: form.get('shownGroup') ?? undefined,
  });
}
