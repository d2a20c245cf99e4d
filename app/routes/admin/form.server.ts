import { data } from '@remix-run/node';
import { AddUser, ChangeGroup, CreateManager, USERS_FORM_FIELDS } from '~/domain/user/admin-schema';
import { addUser, createManager } from '~/domain/user/create.server';
import { dismissFirstSteps } from '~/domain/user/first-steps.server';
import { changeGroup } from '~/domain/user/role.server';
import { badRequest, parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';

export const action = formAction({
  access: 'staff',
  fields: USERS_FORM_FIELDS,
  async handler({ viewer, request, form }) {
    const redirectTo = getUsersPath(request);
    switch (form.get('intent')) {
      case 'group': {
        const { group } = parseInput(ChangeGroup, { group: form.get('group') });
        const seenGroup = form.get('shownGroup') ?? undefined;
        await changeGroup(viewer, form.get('id') ?? '', group, seenGroup);
        const toast = { title: 'Success', text: 'User group updated successfully' };
        return { redirectTo, toast, replace: true };
      }
      case 'user':
        return submitUser(form, AddUser, (input) => addUser(viewer, input), {
          redirectTo,
          done: 'User created successfully',
        });
      case 'manager':
        return submitUser(form, CreateManager, (input) => createManager(viewer, input), {
          redirectTo,
          done: 'Manager account created successfully',
        });
      case 'dismiss first steps':
        await dismissFirstSteps(viewer);
        return { redirectTo, toast: { title: 'First steps dismissed' } };
      default:
        throw badRequest('Unknown action.');
    }
  },
  onError(error, { request, form }) {
    if (form.get('intent') !== 'group') return undefined;
    const toast = { title: 'Failed to update user group', text: error.reason, failed: true };
    return { redirectTo: getUsersPath(request), toast, replace: true };
  },
});

async function submitUser(
  form: FormData,
  schema: typeof AddUser,
  create: (input: AddUser) => Promise<unknown>,
  { redirectTo, done }: { redirectTo: string; done: string },
) {
  const result = await submitForm(form, schema, create, { hideFields: ['password'] });
  if (!result.ok) return data(result.error.reply, result.error.status);
  return { redirectTo, toast: { title: 'Success', text: done } };
}

function getUsersPath(request: Request): string {
  const url = new URL(request.url);
  for (const dialog of ['add', 'manager']) url.searchParams.delete(dialog);
  return url.pathname + url.search;
}
