import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { getHomePath } from '~/domain/access';
import { confirmAppSetup, startAppSetup } from '~/domain/second-factor/app-setup.server';
import { addPasskey, removePasskey } from '~/domain/second-factor/passkey.server';
import { renewRecoveryCodes } from '~/domain/second-factor/recovery-codes.server';
import { disableSecondFactor } from '~/domain/second-factor/reset.server';
import {
  AddPasskey,
  ConfirmApp,
  IDENTITY_FIELDS,
  SECOND_FACTOR_FORM,
} from '~/domain/second-factor/schema';
import { badRequest } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireRecentConfirmation } from '~/http/session/confirm.server';
import { requireSession, SECOND_FACTOR_PAGE } from '~/http/session/guards.server';
import { readSessionId } from '~/http/session/session.server';
import styles from '~/styles/users.css?url';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { SubPage } from '~/ui/layout/sub-page';
import { AppSection } from './app-section';
import { applyChange, askForPasskey } from './form.server';
import { PasskeysSection } from './passkeys-section';
import { NewRecoveryCodes, RecoveryCodesSection } from './recovery-codes';
import { TurnOffSection } from './turn-off-section';
import { getSecondFactorView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Two-step login');

export async function loader({ request }: LoaderFunctionArgs) {
  const { viewer, mustSetUpSecondFactor } = await requireSession(request);
  const session = (await readSessionId(request)) ?? '';
  return {
    ...(await getSecondFactorView(viewer, session, readLocale(request))),
    mustSetUp: mustSetUpSecondFactor,
    next: parseSafePath(new URL(request.url).searchParams.get('to')) ?? getHomePath(viewer),
  };
}

export const action = formAction({
  access: 'beforeSecondFactor',
  fields: { text: [...SECOND_FACTOR_FORM.text, ...IDENTITY_FIELDS] },
  async handler({ viewer, request, form }) {
    const session = await requireRecentConfirmation(request, viewer, form);
    const intent = form.get('intent') ?? '';
    const { search } = new URL(request.url);
    const submission = { form, intent, page: SECOND_FACTOR_PAGE + search };
    switch (intent) {
      case 'app':
        return applyChange(submission, NO_FIELDS, () => startAppSetup(viewer, session));
      case 'confirm':
        return applyChange(submission, ConfirmApp, (app) => confirmAppSetup(viewer, session, app));
      case 'codes':
        return applyChange(submission, NO_FIELDS, () => renewRecoveryCodes(viewer));
      case 'passkey':
        return form.get('credential')
          ? applyChange(submission, AddPasskey, (passkey) => addPasskey(viewer, session, passkey))
          : askForPasskey(form);
      case 'remove':
        return applyChange(submission, NO_FIELDS, () =>
          removePasskey(viewer, form.get('id') ?? ''),
        );
      case 'off':
        return applyChange(submission, NO_FIELDS, () => disableSecondFactor(viewer));
      default:
        throw badRequest('Unknown action.');
    }
  },
});

const NO_FIELDS = z.object({});

export default function TwoFactorPage() {
  const { hasApp, pending, passkeys, recoveryCodes, mustSetUp, next, ...passkeyForm } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isOn = hasApp || passkeys.length > 0;
  const replyTo = (intent: string) => (answer?.intent === intent ? answer.reply : undefined);
  return (
    <SubPage
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
      {answer?.codes && <NewRecoveryCodes codes={answer.codes} next={next} />}
      <AppSection
        hasApp={hasApp}
        pending={pending}
        isFirst={!isOn}
        setupReply={replyTo('app')}
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
          <RecoveryCodesSection
            key={answer?.codes?.[0]}
            left={recoveryCodes}
            reply={replyTo('codes')}
          />
          <TurnOffSection reply={replyTo('off')} />
        </>
      )}
    </SubPage>
  );
}
