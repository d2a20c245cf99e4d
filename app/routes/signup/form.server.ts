import { data } from '@remix-run/node';
import { isMailConfigured } from '~/domain/mail/send.server';
import { signUp } from '~/domain/user/create.server';
import { SignupForm } from '~/domain/user/login-schema';
import { appendPasswordAdvice } from '~/format/password-advice';
import { publicFormAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { createSignupHeaders } from '~/http/session/login.server';
import { enforceSignupLimit } from '~/http/session/throttle.server';

const WAITING_MESSAGE =
  'Please wait for admin approval before logging in. ' +
  'You will be notified once your account is approved.';

const NO_MAIL_MESSAGE = 'This server sends no email. Come back to this page to see the decision.';

const APPROVED_MESSAGE = 'You can now log in with your credentials.';

function getWaitingMessage(): string {
  return isMailConfigured ? WAITING_MESSAGE : `${WAITING_MESSAGE} ${NO_MAIL_MESSAGE}`;
}

export const action = publicFormAction({
  fields: { text: SignupForm.keyof().options },
  async handler({ request, context, form }) {
    const result = await submitForm(
      form,
      SignupForm,
      async (typed) => {
        await enforceSignupLimit(context.address ?? '');
        const account = await signUp(typed);
        return { ...account, headers: await createSignupHeaders(request, account) };
      },
      {
        hideFields: ['password', 'confirmPassword'],
        failureMessage: 'Please try again later.',
      },
    );
    if (!result.ok) return data(result.error.reply, result.error.status);
    const account = result.value;
    const isWaiting = account.key !== undefined;
    const text = appendPasswordAdvice(
      isWaiting ? getWaitingMessage() : APPROVED_MESSAGE,
      account.advice,
    );
    return {
      redirectTo: isWaiting ? '/' : '/dashboard',
      toast: { title: 'Account created successfully', text },
      headers: account.headers,
    };
  },
});
