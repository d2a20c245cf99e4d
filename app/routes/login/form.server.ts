import { data } from '@remix-run/node';
import { Login, LOGIN_FORM_FIELDS } from '~/domain/user/login-schema';
import { publicFormAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { signInByForm } from '~/http/session/login.server';

export const action = publicFormAction({
  fields: LOGIN_FORM_FIELDS,
  async handler({ request, context, form }) {
    const login = await submitForm(
      form,
      Login,
      (typed) => signInByForm(request, typed, form.get('to') ?? undefined, context),
      { hideFields: ['password'] },
    );
    return login.ok ? login.value : data(login.error.reply, login.error.status);
  },
});
