import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { endOtherSessions, endOwnSession } from '~/domain/session/end.server';
import { changeName } from '~/domain/user/change-name.server';
import { changePassword } from '~/domain/user/change-password.server';
import { type MailChanges, updateMailSettings } from '~/domain/user/mail-subscription.server';
import { ChangePassword, PASSWORD_FORM_FIELDS } from '~/domain/user/password-schema';
import { ChangeName, NAME_FORM_FIELDS } from '~/domain/user/schema';
import type { Locale } from '~/format/locale';
import { appendPasswordAdvice } from '~/format/password-advice';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { readLocale } from '~/http/session/appearance.server';
import { enforceNameChangeLimit } from '~/http/session/limits.server';
import { readSessionId } from '~/http/session/session.server';
import { withPasswordThrottle } from '~/http/session/throttle.server';

const SIGNED_OUT_ELSEWHERE = 'You have been signed out on your other devices.';

export const action = formAction({
  fields: {
    text: [
      ...NAME_FORM_FIELDS.text,
      ...PASSWORD_FORM_FIELDS.text,
      'sid',
      'reviewMail',
      'taskMail',
      'replacesTimeZone',
    ],
  },
  savesSubmission: true,
  async handler({ viewer, request, form }) {
    switch (form.get('intent')) {
      case 'end others':
        return signOutOthers(viewer, request);
      case 'end':
        return signOut(viewer, form.get('sid') ?? '');
      case 'review mail':
        return saveEmailSettings(
          viewer,
          {
            review: form.get('reviewMail') === 'on',
            tasks: form.get('taskMail') === 'on',
            replacesTimeZone: form.get('replacesTimeZone') === 'on',
          },
          readLocale(request),
        );
      case 'name':
        return saveName(viewer, form);
      default:
        return savePassword(request, viewer, form);
    }
  },
});

async function signOut(viewer: Viewer, sid: string) {
  const ended = await endOwnSession(viewer, sid);
  const title = ended ? 'Session signed out' : 'This session has already ended';
  return { redirectTo: '/account', toast: { title } };
}

async function signOutOthers(viewer: Viewer, request: Request) {
  await endOtherSessions(viewer, (await readSessionId(request)) ?? '');
  return { redirectTo: '/account', toast: { title: 'All other sessions signed out' } };
}

async function saveEmailSettings(viewer: Viewer, on: MailChanges, locale: Locale) {
  await updateMailSettings(viewer, on, locale);
  const title = on.review
    ? 'You will get the review by email on Mondays'
    : 'You will no longer get the review by email';
  const text = on.tasks ? 'You will get your tasks by email on their day' : undefined;
  return { redirectTo: '/account', toast: { title, text } };
}

async function saveName(viewer: Viewer, form: FormData) {
  const submission = parseWithZod(form, { schema: ChangeName });
  if (submission.status !== 'success')
    return data({ name: submission.reply(), password: undefined }, 400);
  await enforceNameChangeLimit(viewer, {
    action: '/account',
    fields: [...form] as [string, string][],
  });
  await changeName(viewer, submission.value);
  return { redirectTo: '/account', toast: { title: 'Name saved' } };
}

async function savePassword(request: Request, viewer: Viewer, form: FormData) {
  const sessionId = (await readSessionId(request)) ?? '';
  const result = await submitForm(
    form,
    ChangePassword,
    (change) =>
      withPasswordThrottle(viewer, sessionId, () => changePassword(viewer, change, sessionId)),
    { hideFields: ['current', 'password', 'confirmPassword'] },
  );
  if (!result.ok)
    return data({ name: undefined, password: result.error.reply }, result.error.status);
  const text = appendPasswordAdvice(SIGNED_OUT_ELSEWHERE, result.value);
  return { redirectTo: '/account', toast: { title: 'Password changed', text } };
}
