import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getPasswordLink, redeemPasswordLink } from '~/domain/user/password-link.server';
import { NewPassword } from '~/domain/user/password-schema';
import { buildErrorReply } from '~/http/forms/reply.server';
import { readForm } from '~/http/request/form.server';
import { appendPasswordHint, makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { NewPasswordFields } from '~/ui/account/account-fields';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { CentredCard } from '~/ui/layout/centred-card';
import { PRODUCT_NAME } from '~/ui/layout/document-head';

export const meta: MetaFunction = () => [
  { title: `Choose a password · ${PRODUCT_NAME}` },
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
  const { value: advice, refused } = await catchDomainError(() =>
    redeemPasswordLink(params.key ?? '', submission.value.password),
  );
  if (refused?.status === 404) throw refused;
  if (refused) {
    return data(buildErrorReply(submission, refused, hideFields), refused.status);
  }
  return redirectWithToast(
    '/login',
    makeToast(
      'Password saved',
      appendPasswordHint('You can now log in with your credentials.', advice),
    ),
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
