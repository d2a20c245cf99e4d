import { data } from '@remix-run/node';
import { SECOND_STEP_FORM_FIELDS, SecondStep } from '~/domain/second-factor/schema';
import { publicFormAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { finishLogin } from '~/http/session/login.server';
import { requirePendingLogin } from './view.server';

export const action = publicFormAction({
  fields: SECOND_STEP_FORM_FIELDS,
  async handler({ request, form }) {
    const login = await requirePendingLogin(request);
    const result = await submitForm(form, SecondStep, (step) => finishLogin(request, login, step), {
      hideFields: ['code', 'credential'],
    });
    return result.ok ? result.value : data(result.error.reply, result.error.status);
  },
});
