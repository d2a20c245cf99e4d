import { useForm } from '@conform-to/react';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { hashKey } from '~/domain/key.server';
import { createAuthenticationOptions } from '~/domain/second-factor/passkey.server';
import { SECOND_STEP_FORM, SecondStep } from '~/domain/second-factor/schema';
import { publicFormAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import {
  findRequestPendingLogin,
  finishLogin,
  type PendingLogin,
  requireSignedOut,
} from '~/http/session/login.server';
import { respondWithRedirect } from '~/http/session/toast.server';
import { PasskeyLogin } from '~/ui/account/passkeys';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { TextField } from '~/ui/form/fields';
import { CentredCard } from '~/ui/layout/centred-card';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Two-step login');

/** Redirects to the login unless the password was accepted a moment ago. */
async function requirePendingLogin(request: Request): Promise<PendingLogin> {
  const login = await findRequestPendingLogin(request);
  if (login) return login;
  throw await respondWithRedirect({
    redirectTo: '/login',
    toast: {
      title: 'Please sign in again',
      text: 'You have five minutes for the second step.',
      failed: true,
    },
  });
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  const { user, key } = await requirePendingLogin(request);
  return {
    email: user.email,
    passkey: await createAuthenticationOptions({ userId: user.id, holderKey: hashKey(key) }),
  };
}

export const action = publicFormAction({
  fields: SECOND_STEP_FORM,
  async handler({ request, form }) {
    const login = await requirePendingLogin(request);
    const result = await submitForm(form, SecondStep, (step) => finishLogin(request, login, step), {
      hideFields: ['code', 'credential'],
    });
    return result.ok ? result.value : data(result.error.reply, result.error.status);
  },
});

export default function SecondStepPage() {
  const { email, passkey } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<SecondStep>({
    id: 'second-step',
    lastResult: useActionData<typeof action>(),
    defaultNoValidate: false,
  });
  return (
    <CentredCard>
      <h1>Two-step login</h1>
      <p className="break-words text-ink-muted">For {email}</p>
      <div className="mt-4 grid gap-4">
        {form.errors && <ErrorSummary title="Login failed" text={form.errors[0]} />}
        {passkey && <PasskeyLogin options={passkey} />}
        <CheckedForm form={form} className="grid gap-4">
          <TextField
            field={fields.code}
            label="Code"
            hint="The 6 digits in your authenticator app, or one of your recovery codes"
            required
            autoFocus={!form.errors}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
          <button className="btn btn-primary">Sign in</button>
        </CheckedForm>
      </div>
      <p className="mt-4 text-ink-muted">
        No code and no recovery code? An administrator can reset your two-step login.{' '}
        <Link to="/login" className="link">
          Back to login
        </Link>
      </p>
    </CentredCard>
  );
}
