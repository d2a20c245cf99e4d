import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { AppSection } from '~/components/account/app-section';
import { CodesSection, NewCodes } from '~/components/account/codes-section';
import { OffSection } from '~/components/account/off-section';
import { PasskeysSection } from '~/components/account/passkeys-section';
import { Frame, PRODUCT } from '~/components/frame/frame';
import type { Viewer } from '~/models/access';
import { homeOf } from '~/models/access';
import { confirmApp, renewCodes, startApp } from '~/models/second-factor/codes.server';
import { addPasskey, removePasskey } from '~/models/second-factor/passkey.server';
import {
  AddPasskey,
  ConfirmApp,
  RemovePasskey,
  SECOND_FACTOR_FORM,
  WithPassword,
} from '~/models/second-factor/schema';
import { switchOff } from '~/models/second-factor/state.server';
import { secondFactorView } from '~/models/second-factor/view.server';
import { checkCurrentPassword } from '~/models/user/profile.server';
import { attempt, badRequest } from '~/refusal.server';
import { readLocale } from '~/web/appearance.server';
import { requireSession, SECOND_FACTOR_PAGE, sessionId } from '~/web/auth.server';
import { DRAFTS_PAGE, hasDrafts } from '~/web/drafts.server';
import { refusedReply } from '~/web/reply.server';
import { readForm } from '~/web/request.server';
import { withPasswordThrottle } from '~/web/throttle.server';
import { makeToast, redirectWithToast } from '~/web/toast.server';

export const meta: MetaFunction = () => [{ title: `Two-step login · ${PRODUCT}` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { viewer, mustSetUp } = await requireSession(request);
  return {
    ...(await secondFactorView(viewer, readLocale(request))),
    mustSetUp,
    next: (await hasDrafts(request, viewer)) ? DRAFTS_PAGE : homeOf(viewer),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { viewer } = await requireSession(request);
  const form = await readForm(request, SECOND_FACTOR_FORM);
  const intent = form.get('intent') ?? '';
  const act = { request, viewer, form, intent };
  switch (intent) {
    case 'app':
      return start(viewer);
    case 'confirm':
      return withPassword(act, ConfirmApp, ({ code }) => confirmApp(viewer, code));
    case 'codes':
      return withPassword(act, WithPassword, () => renewCodes(viewer));
    case 'passkey':
      return withPassword(act, AddPasskey, (passkey) => addPasskey(viewer, passkey));
    case 'remove':
      return withPassword(act, RemovePasskey, ({ id }) => removePasskey(viewer, id));
    case 'off':
      return withPassword(act, WithPassword, () => switchOff(viewer));
    default:
      throw badRequest('Unknown action.');
  }
}

const DONE: Record<string, string> = {
  confirm: 'Authenticator app added',
  passkey: 'Passkey added',
  remove: 'Passkey removed',
  off: 'Two-step login is off',
};

async function start(viewer: Viewer) {
  const { refused } = await attempt(() => startApp(viewer));
  if (refused)
    return redirectWithToast(SECOND_FACTOR_PAGE, makeToast('Error', refused.message, true));
  return redirect(SECOND_FACTOR_PAGE);
}

interface Act {
  request: Request;
  viewer: Viewer;
  form: FormData;
  intent: string;
}

/** Does the work once the current password is right. Recovery codes that it returns are shown. */
async function withPassword<T extends { current: string }>(
  { request, viewer, form, intent }: Act,
  schema: z.ZodType<T>,
  work: (value: T) => Promise<string[] | void>,
) {
  const submission = parseWithZod(form, { schema });
  const hideFields = ['current', 'code', 'credential'];
  const answer = { intent, codes: undefined, id: form.get('id') as string | null };
  if (submission.status !== 'success')
    return data({ ...answer, reply: submission.reply({ hideFields }) }, 400);
  const session = (await sessionId(request)) ?? '';
  const { value: codes, refused } = await attempt(async () => {
    await withPasswordThrottle(viewer, session, () =>
      checkCurrentPassword(viewer, submission.value.current),
    );
    return work(submission.value);
  });
  if (refused)
    return data(
      { ...answer, reply: refusedReply(submission, refused, hideFields) },
      refused.status,
    );
  if (codes) return data({ ...answer, codes, reply: undefined });
  return redirectWithToast(SECOND_FACTOR_PAGE, makeToast(DONE[intent] ?? 'Saved'));
}

export default function TwoFactorPage() {
  const { email, hasApp, pending, passkeys, recoveryCodes, mustSetUp, next, newPasskey } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isOn = hasApp || passkeys.length > 0;
  const replyTo = (intent: string) => (answer?.intent === intent ? answer.reply : undefined);
  return (
    <Frame>
      <div className="mx-auto grid max-w-[640px] gap-6 text-text">
        <div>
          <Link to="/account" className="link text-base">
            Your account
          </Link>
          <h1 className="mt-2">Two-step login</h1>
          <p className="text-ink-muted">
            {isOn
              ? 'On: signing in takes your password and a code or a passkey.'
              : 'Off: anyone who knows your password can sign in.'}
          </p>
        </div>
        {mustSetUp && (
          <p role="status" className="notice">
            Two-step login is required here. Set up an app or a passkey to go on.
          </p>
        )}
        {answer?.codes && <NewCodes codes={answer.codes} next={next} />}
        <AppSection email={email} hasApp={hasApp} pending={pending} reply={replyTo('confirm')} />
        <PasskeysSection
          email={email}
          passkeys={passkeys}
          options={newPasskey}
          added={replyTo('passkey')}
          removed={answer?.intent === 'remove' ? answer : undefined}
        />
        {isOn && (
          <>
            <CodesSection
              key={answer?.codes?.[0]}
              email={email}
              left={recoveryCodes}
              reply={replyTo('codes')}
            />
            <OffSection email={email} reply={replyTo('off')} />
          </>
        )}
      </div>
    </Frame>
  );
}
