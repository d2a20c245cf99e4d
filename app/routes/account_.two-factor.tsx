import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { AppSection } from '~/components/account/app-section';
import { CodesSection, NewCodes } from '~/components/account/codes-section';
import { OffSection } from '~/components/account/off-section';
import { PasskeysSection } from '~/components/account/passkeys-section';
import { PageBelow } from '~/components/frame/page-below';
import { styledBy, titled } from '~/components/frame/head';
import { homeOf } from '~/models/access';
import { confirmApp, startApp } from '~/models/second-factor/app.server';
import { addPasskey, removePasskey } from '~/models/second-factor/passkey.server';
import {
  AddPasskey,
  ConfirmApp,
  IDENTITY_FIELDS,
  NamePasskey,
  SECOND_FACTOR_FORM,
} from '~/models/second-factor/schema';
import { renewCodes, switchOff } from '~/models/second-factor/state.server';
import { secondFactorView } from '~/models/second-factor/view.server';
import { badRequest } from '~/refusal';
import { readLocale } from '~/web/session/appearance.server';
import { requireSession, SECOND_FACTOR_PAGE, sessionId } from '~/web/session/auth.server';
import { requireConfirmed } from '~/web/session/confirm.server';
import { submit } from '~/web/forms/reply.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled('Two-step login');

export async function loader({ request }: LoaderFunctionArgs) {
  const { viewer, mustSetUp } = await requireSession(request);
  const session = (await sessionId(request)) ?? '';
  return {
    ...(await secondFactorView(viewer, session, readLocale(request))),
    mustSetUp,
    next: safePath(new URL(request.url).searchParams.get('to')) ?? homeOf(viewer),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { viewer } = await requireSession(request);
  const form = await readForm(request, {
    text: [...SECOND_FACTOR_FORM.text, ...IDENTITY_FIELDS],
  });
  const session = await requireConfirmed(request, viewer, form);
  const intent = form.get('intent') ?? '';
  const { search } = new URL(request.url);
  const submission = { form, intent, page: SECOND_FACTOR_PAGE + search };
  switch (intent) {
    case 'app':
      return change(submission, NO_FIELDS, () => startApp(viewer, session));
    case 'confirm':
      return change(submission, ConfirmApp, (app) => confirmApp(viewer, session, app));
    case 'codes':
      return change(submission, NO_FIELDS, () => renewCodes(viewer));
    case 'passkey':
      return form.get('credential')
        ? change(submission, AddPasskey, (passkey) => addPasskey(viewer, session, passkey))
        : askForPasskey(form);
    case 'remove':
      return change(submission, NO_FIELDS, () => removePasskey(viewer, form.get('id') ?? ''));
    case 'off':
      return change(submission, NO_FIELDS, () => switchOff(viewer));
    default:
      throw badRequest('Unknown action.');
  }
}

const NO_FIELDS = z.object({});
const DONE: Record<string, string> = {
  confirm: 'Authenticator app added',
  passkey: 'Passkey added',
  remove: 'Passkey removed',
  off: 'Two-step login is off',
};

/** Recovery codes that the work returns are shown. */
async function change<T>(
  { form, intent, page }: { form: FormData; intent: string; page: string },
  schema: z.ZodType<T>,
  work: (value: T) => Promise<string[] | void>,
) {
  const { value: codes, refused } = await submit(form, schema, work, ['code', 'credential']);
  if (refused) return data({ intent, codes: undefined, reply: refused.reply }, refused.status);
  if (codes) return data({ intent, codes, reply: undefined });
  if (intent === 'app') return redirect(page);
  return redirectWithToast(page, makeToast(DONE[intent] ?? 'Saved'));
}

/** Before the session was confirmed, the page could not ask the browser for a passkey: now it can. */
function askForPasskey(form: FormData) {
  const submission = parseWithZod(form, { schema: NamePasskey });
  const status = submission.status === 'success' ? 200 : 400;
  return data({ intent: 'passkey', codes: undefined, reply: submission.reply() }, status);
}

export default function TwoFactorPage() {
  const { hasApp, pending, passkeys, recoveryCodes, mustSetUp, next, ...passkeyForm } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isOn = hasApp || passkeys.length > 0;
  const replyTo = (intent: string) => (answer?.intent === intent ? answer.reply : undefined);
  return (
    <PageBelow
      to="/account"
      above="Your account"
      title="Two-step login"
      description={
        <p className="text-ink-muted">
          {isOn
            ? 'On: signing in takes your password and a code or a passkey.'
            : 'Off: anyone who knows your password can sign in.'}
        </p>
      }
    >
      {mustSetUp && (
        <p role="status" className="notice">
          Two-step login is required here. Set up an app or a passkey to go on.
        </p>
      )}
      {answer?.codes && <NewCodes codes={answer.codes} next={next} />}
      <AppSection
        hasApp={hasApp}
        pending={pending}
        isFirst={!isOn}
        refusal={replyTo('app')}
        reply={replyTo('confirm')}
      />
      <PasskeysSection
        {...passkeyForm}
        passkeys={passkeys}
        isFirst={!isOn}
        added={replyTo('passkey')}
        removed={replyTo('remove')}
      />
      {isOn && (
        <>
          <CodesSection key={answer?.codes?.[0]} left={recoveryCodes} reply={replyTo('codes')} />
          <OffSection reply={replyTo('off')} />
        </>
      )}
    </PageBelow>
  );
}
