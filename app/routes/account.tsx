import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { requireUser, sessionId } from '~/web/session/auth.server';
import { MailsSection } from '~/components/account/mails-section';
import { CalendarSection } from '~/components/account/calendar-section';
import { TokenList } from '~/components/account/token-list';
import { CurrentPassword } from '~/components/account/confirm-identity';
import { NameFields, NewPasswordFields } from '~/components/forms/account-fields';
import { useLateForm } from '~/components/forms/late-form';
import { CheckedForm } from '~/components/forms/checked-form';
import { ErrorSummary, TickedBox } from '~/components/forms/fields';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { SessionList } from '~/components/account/session-list';
import { countName } from '~/web/session/limits.server';
import { readForm } from '~/web/forms/request.server';
import { submit } from '~/web/forms/reply.server';
import { leaveForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { formatDateTime, type Locale } from '~/models/dates';
import type { Viewer } from '~/models/access';
import { chooseMails, mailsOf, type Subscription } from '~/models/review/subscription.server';
import { calendarView } from '~/models/calendar/feed.server';
import { changeName, changePassword } from '~/models/user/profile.server';
import { ChangeName, ChangePassword, NAME_FORM, PASSWORD_FORM } from '~/models/user/schema';
import {
  countSessions,
  endOtherSessions,
  endOwnSession,
  listSessions,
} from '~/models/user/session.server';
import { tokensView } from '~/models/user/token.server';
import { readLocale } from '~/web/session/appearance.server';
import { withPasswordThrottle } from '~/web/session/throttle.server';
import { makeToast, redirectWithToast, withAdvice } from '~/web/forms/toast.server';
import { browserName } from '~/models/text';
import { hasSecondFactor } from '~/models/second-factor/state.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled('Your account');

const SIGNED_OUT_ELSEWHERE = 'You have been signed out on your other devices.';
/** The most sessions that are shown. */
const SHOWN = 20;

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const locale = readLocale(request);
  const [sessions, count] = await Promise.all([
    listSessions(viewer, (await sessionId(request)) ?? '', SHOWN),
    countSessions(viewer),
  ]);
  return {
    email: viewer.email,
    isTwoStep: await hasSecondFactor(viewer.id),
    name: { firstName: viewer.firstName ?? '', lastName: viewer.lastName ?? '' },
    sessions: sessions.map(({ sid, agent, startedAt, lastSeen, isCurrent }) => ({
      sid,
      browser: browserName(agent),
      started: formatDateTime(startedAt, locale),
      seen: formatDateTime(lastSeen, locale),
      isCurrent,
    })),
    moreSessions: count - sessions.length,
    tokens: await tokensView(viewer, locale),
    mails: await mailsOf(viewer, locale),
    calendar: await calendarView(viewer, locale),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const form = await readForm(request, {
    text: [...NAME_FORM.text, ...PASSWORD_FORM.text, 'sid', 'reviewMail', 'taskMail'],
  });
  const intent = form.get('intent');
  if (intent === 'end others') return signOutOthers(viewer, request);
  if (intent === 'end') return signOut(viewer, form.get('sid') ?? '');
  if (intent === 'review mail')
    return saveMails(
      viewer,
      { review: form.get('reviewMail') === 'on', tasks: form.get('taskMail') === 'on' },
      readLocale(request),
    );
  if (intent === 'name') return saveName(request, viewer, form);
  return savePassword(request, viewer, form);
}

async function signOut(viewer: Viewer, sid: string) {
  const ended = await endOwnSession(viewer, sid);
  return redirectWithToast(
    '/account',
    ended ? makeToast('Session signed out') : makeToast('This session has already ended'),
  );
}

async function signOutOthers(viewer: Viewer, request: Request) {
  await endOtherSessions(viewer, (await sessionId(request)) ?? '');
  return redirectWithToast('/account', makeToast('All other sessions signed out'));
}

async function saveMails(viewer: Viewer, on: Record<Subscription, boolean>, locale: Locale) {
  await chooseMails(viewer, on, locale);
  const review = on.review
    ? 'You will get the review by email on Mondays'
    : 'You will no longer get the review by email';
  const tasks = on.tasks ? 'You will get your tasks by email on their day' : undefined;
  return redirectWithToast('/account', makeToast(review, tasks));
}

async function saveName(request: Request, viewer: Viewer, form: FormData) {
  const submission = parseWithZod(form, { schema: ChangeName });
  if (submission.status !== 'success')
    return data({ name: submission.reply(), password: undefined }, 400);
  await countName(viewer, { action: '/account', fields: [...form] as [string, string][] });
  await changeName(viewer, submission.value);
  return leaveForm(request, viewer, '/account', makeToast('Name saved'));
}

async function savePassword(request: Request, viewer: Viewer, form: FormData) {
  const session = (await sessionId(request)) ?? '';
  const { value: advice, refused } = await submit(
    form,
    ChangePassword,
    (change) =>
      withPasswordThrottle(viewer, session, () => changePassword(viewer, change, session)),
    ['current', 'password', 'confirmPassword'],
  );
  if (refused) return data({ name: undefined, password: refused.reply }, refused.status);
  return redirectWithToast(
    '/account',
    makeToast('Password changed', withAdvice(SIGNED_OUT_ELSEWHERE, advice)),
  );
}

export default function AccountPage() {
  const { email, name, sessions, moreSessions, isTwoStep, tokens, mails, calendar } =
    useLoaderData<typeof loader>();
  return (
    <Frame>
      <div className="mx-auto grid max-w-[640px] gap-6 text-text">
        <div>
          <h1>Your account</h1>
          <p className="break-words text-ink-muted">{email}</p>
        </div>
        <NameForm name={name} />
        <PasswordForm email={email} hasTokens={tokens.length > 0} />
        {mails && <MailsSection {...mails} />}
        <TwoStepLogin isOn={isTwoStep} />
        <SessionList sessions={sessions} more={moreSessions} />
        <TokenList tokens={tokens} />
        <CalendarSection calendar={calendar} />
      </div>
    </Frame>
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
    defaultValue: { ...name, ...useLateForm() },
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
        <TickedBox field={fields.endTokens}>
          End my API tokens
          <span className="hint block">Programs that use them lose access.</span>
        </TickedBox>
      )}
      <p>
        <button className="btn btn-primary">Change password</button>
      </p>
    </CheckedForm>
  );
}
