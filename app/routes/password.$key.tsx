import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getPasswordLink, redeemPasswordLink } from '~/domain/user/password-link.server';
import { NewPassword } from '~/domain/user/password-schema';
import { appendPasswordAdvice } from '~/format/password-advice';
import { publicFormAction } from '~/http/forms/form-action.server';
import { buildErrorReply } from '~/http/forms/reply.server';
import { NewPasswordFields } from '~/ui/account/account-fields';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { useReply } from '~/ui/form/unsent-form';
import { CentredCard } from '~/ui/layout/centred-card';
import { PRODUCT_NAME } from '~/ui/layout/document-head';

export const meta: MetaFunction = () => [
  { title: `Choose a password · ${PRODUCT_NAME}` },
  { name: 'referrer', content: 'no-referrer' },
];

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export async function loader({ params }: LoaderFunctionArgs) {
  const { email } = await getPasswordLink(params.key ?? '');
  return { email };
}

const CAN_SIGN_IN = 'You can now log in with your credentials.';
const CANNOT_SIGN_IN = 'This account cannot log in at the moment. Please ask your administrator.';

const HIDDEN_FIELDS = ['password', 'confirmPassword'];

export const action = publicFormAction({
  fields: { text: NewPassword.keyof().options },
  async handler({ params, form }) {
    const submission = parseWithZod(form, { schema: NewPassword });
    if (submission.status !== 'success')
      return data(submission.reply({ hideFields: HIDDEN_FIELDS }), 400);
    const { password } = submission.value;
    const { canSignIn, advice } = await redeemPasswordLink(params.key ?? '', password);
    const text = appendPasswordAdvice(canSignIn ? CAN_SIGN_IN : CANNOT_SIGN_IN, advice);
    return { redirectTo: '/login', toast: { title: 'Password saved', text } };
  },
  onError(error, { form }) {
    if (error.status === 404) return undefined;
    const submission = parseWithZod(form, { schema: NewPassword });
    return data(buildErrorReply(submission, error, HIDDEN_FIELDS), error.status);
  },
});

export default function ChoosePassword() {
  const { email } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<NewPassword>({
    id: 'password',
    lastResult: useReply<typeof action>(),
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
