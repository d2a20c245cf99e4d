import { data } from '@remix-run/node';
import { AddUser } from '~/domain/user/admin-schema';
import { submitForm } from '~/http/forms/reply.server';

export async function submitUser(
  form: FormData,
  schema: typeof AddUser,
  create: (input: AddUser) => Promise<unknown>,
  { redirectTo, done }: { redirectTo: string; done: string },
) {
  const result = await submitForm(form, schema, create, { hideFields: ['password'] });
  if (!result.ok) return data(result.error.reply, result.error.status);
  return { redirectTo, toast: { title: 'Success', text: done } };
}
