import { useForm } from '@conform-to/react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { formatDateTime } from '~/domain/date/format';
import { hasSecondFactor } from '~/domain/second-factor/get.server';
import { countSessions, listSessions } from '~/domain/session/list.server';
import { describeBrowser } from '~/domain/user/describe-browser';
import { getMailSettings } from '~/domain/user/mail-subscription.server';
import { ChangePassword, PASSWORD_FORM } from '~/domain/user/password-schema';
import { ChangeName, NAME_FORM } from '~/domain/user/schema';
import { listTokens } from '~/domain/user/token.server';
import { formAction } from '~/http/forms/form-action.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { readSessionId } from '~/http/session/session.server';
import styles from '~/styles/users.css?url';
import { NameFields, NewPasswordFields } from '~/ui/account/account-fields';
import { CurrentPassword } from '~/ui/account/confirm-identity';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { DefaultCheckedBox } from '~/ui/form/fields';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { CalendarSection } from './calendar-section';
import { getCalendarView } from './calendar-view.server';
import { EmailSection } from './email-section';
import { saveEmailSettings, saveName, savePassword, signOut, signOutOthers } from './form.server';
import { SessionList } from './session-list';
import { TokenList } from './token-list';
import { createTokenView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Your account');

const MAX_SHOWN_SESSIONS = 20;

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const locale = readLocale(request);
  const [sessions, count] = await Promise.all([
    listSessions(viewer, (await readSessionId(request)) ?? '', MAX_SHOWN_SESSIONS),
    countSessions(viewer),
  ]);
  return {
    email: viewer.email,
    isTwoStep: await hasSecondFactor(viewer.id),
    name: { firstName: viewer.firstName ?? '', lastName: viewer.lastName ?? '' },
    sessions: sessions.map(({ sid, agent, startedAt, lastSeen, isCurrent }) => ({
      sid,
      browser: describeBrowser(agent),
      started: formatDateTime(startedAt, locale),
      seen: formatDateTime(lastSeen, locale),
      isCurrent,
    })),
    moreSessions: count - sessions.length,
    tokens: (await listTokens(viewer)).map((token) => createTokenView(token, locale)),
    mails: await getMailSettings(viewer, locale),
    calendar: await getCalendarView(viewer, locale),
  };
}

export const action = formAction({
  fields: { text: [...NAME_FORM.text, ...PASSWORD_FORM.text, 'sid', 'reviewMail', 'taskMail'] },
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
          { review: form.get('reviewMail') === 'on', tasks: form.get('taskMail') === 'on' },
          readLocale(request),
        );
      case 'name':
        return saveName(viewer, form);
      default:
        return savePassword(request, viewer, form);
    }
  },
});

export default function AccountPage() {
  const { email, name, sessions, moreSessions, isTwoStep, tokens, mails, calendar } =
    useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <div className="mx-auto grid max-w-[640px] gap-6 text-text">
        <div>
          <h1>Your account</h1>
          <p className="break-words text-ink-muted">{email}</p>
        </div>
        <NameForm name={name} />
        <PasswordForm email={email} hasTokens={tokens.length > 0} />
        {mails && <EmailSection {...mails} />}
        <TwoStepLogin isOn={isTwoStep} />
        <SessionList sessions={sessions} more={moreSessions} />
        <TokenList tokens={tokens} />
        <CalendarSection calendar={calendar} />
      </div>
    </AppLayout>
  );
}

function TwoStepLogin({ isOn }: { isOn: boolean }) {
  return (
    <section className="section">
      <h2>Two-step login</h2>
      <p>
        {isOn
          ? 'On: signing in takes your password and a code or a passkey.'
          : 'Off: anyone who knows your password can sign in.'}
      </p>
      <p>
        <Link to="/account/two-factor" className="btn">
          {isOn ? 'Change two-step login' : 'Set up two-step login'}
        </Link>
      </p>
    </section>
  );
}

function NameForm({ name }: { name: { firstName: string; lastName: string } }) {
  const [form, fields] = useForm<ChangeName>({
    id: 'name',
    lastResult: useActionData<typeof action>()?.name,
    defaultValue: { ...name, ...useSavedSubmission() },
    defaultNoValidate: false,
  });
  return (
    <CheckedForm form={form} className="section">
      <h2>Name</h2>
      <input type="hidden" name="intent" value="name" />
      <NameFields fields={fields} />
      <p>
        <button className="btn btn-primary">Save name</button>
      </p>
    </CheckedForm>
  );
}

function PasswordForm({ email, hasTokens }: { email: string; hasTokens: boolean }) {
  const [form, fields] = useForm<Record<keyof ChangePassword, string>>({
    id: 'password',
    lastResult: useActionData<typeof action>()?.password,
    defaultNoValidate: false,
  });
  return (
    <CheckedForm form={form} className="section">
      <h2>Password</h2>
      {form.errors && <ErrorSummary title="The password was not changed" text={form.errors[0]} />}
      <input type="hidden" name="intent" value="password" />
      <CurrentPassword email={email} field={fields.current} />
      <NewPasswordFields
        fields={fields}
        hint="At least 8 characters. Signs you out on your other devices."
      />
      {hasTokens && (
        <DefaultCheckedBox field={fields.endTokens}>
          End my API tokens
          <span className="hint block">Programs that use them lose access.</span>
        </DefaultCheckedBox>
      )}
      <p>
        <button className="btn btn-primary">Change password</button>
      </p>
    </CheckedForm>
  );
}
