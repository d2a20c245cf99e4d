import { data } from '@remix-run/node';
import { Login, LOGIN_FORM_FIELDS } from '~/domain/user/sign-in-schema';
import { publicFormAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { logInByForm } from '~/http/session/login.server';

export const action = publicFormAction({
  fields: LOGIN_FORM_FIELDS,
  async handler({ request, context, form }) {
    const login = await submitForm(
      form,
      Login,
      (typed) => logInByForm(request, typed, form.get('to') ?? undefined, context),
      { hideFields: ['password'] },
    );
    return login.ok ? login.value : data(login.error.reply, login.error.status);
  },
});
