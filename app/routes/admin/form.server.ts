import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { AddUser, ChangeGroup } from '~/domain/user/admin-schema';
import { changeGroup } from '~/domain/user/role.server';
import { toFieldErrors } from '~/errors';
import { submitForm } from '~/http/forms/reply.server';
import type { PostedForm } from '~/http/request/form.server';
import { makeToast, redirectWithToast, replaceWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';

export async function saveGroup(viewer: Viewer, form: PostedForm<'id' | 'group'>, back: string) {
  const change = ChangeGroup.safeParse({ group: form.get('group') });
  const failed = (why: string) =>
    replaceWithToast(back, makeToast('Failed to update user group', why, true));
  if (!change.success) return failed(toFieldErrors(change.error)[0]!.message);
  const { refused } = await catchDomainError(() =>
    changeGroup(viewer, form.get('id') ?? '', change.data.group),
  );
  if (refused) return failed(refused.errors?.[0]?.message ?? refused.message);
  return replaceWithToast(back, makeToast('Success', 'User group updated successfully'));
}

export async function submitUser(
  form: FormData,
  schema: typeof AddUser,
  create: (input: AddUser) => Promise<unknown>,
  { back, done }: { back: string; done: string },
) {
  const { refused } = await submitForm(form, schema, create, { hideFields: ['password'] });
  if (refused) return data(refused.reply, refused.status);
  return redirectWithToast(back, makeToast('Success', done));
}
