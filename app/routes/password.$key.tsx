import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { NewPasswordFields } from '~/components/forms/account-fields';
import { CheckedForm } from '~/components/forms/checked-form';
import { ErrorSummary } from '~/components/forms/fields';
import { CentredCard } from '~/components/frame/centred-card';
import { PRODUCT } from '~/components/frame/head';
import { attempt } from '~/attempt.server';
import { refusedReply } from '~/web/forms/reply.server';
import { readForm } from '~/web/forms/request.server';
import { getPasswordLink, redeemPasswordLink } from '~/models/user/password-link.server';
import { NewPassword } from '~/models/user/schema';
import { makeToast, redirectWithToast, withAdvice } from '~/web/forms/toast.server';

export const meta: MetaFunction = () => [
  { title: `Choose a password · ${PRODUCT}` },
  { name: 'referrer', content: 'no-referrer' },
];

export async function loader({ params }: LoaderFunctionArgs) {
  const { email } = await getPasswordLink(params.key ?? '');
  return { email };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request, { text: NewPassword.keyof().options });
  const submission = parseWithZod(form, { schema: NewPassword });
  const hideFields = ['password', 'confirmPassword'];
  if (submission.status !== 'success') return data(submission.reply({ hideFields }), 400);
  const { value: advice, refused } = await attempt(() =>
    redeemPasswordLink(params.key ?? '', submission.value.password),
  );
  if (refused?.status === 404) throw refused;
  if (refused) {
    return data(refusedReply(submission, refused, hideFields), refused.status);
  }
  return redirectWithToast(
    '/login',
    makeToast('Password saved', withAdvice('You can now log in with your credentials.', advice)),
  );
}

export default function ChoosePassword() {
  const { email } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<NewPassword>({
    id: 'password',
    lastResult: useActionData<typeof action>(),
    defaultNoValidate: false,
  });
  return (
    <CentredCard>
      <h1>Choose a password</h1>
      <p className="break-words text-ink-muted">For {email}</p>
      <CheckedForm form={form} className="mt-4 grid gap-4">
        {form.errors && <ErrorSummary title="The password was not saved" text={form.errors[0]} />}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordFields fields={fields} />
        <button className="btn btn-primary">Save password</button>
      </CheckedForm>
    </CentredCard>
  );
}
