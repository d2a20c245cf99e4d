import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/users.css?url';
import { useReply } from '~/ui/form/unsent-form';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { SubPage } from '~/ui/layout/sub-page';
import { AppSection } from './app-section';
import type { action } from './form.server';
import { PasskeysSection } from './passkeys-section';
import { NewRecoveryCodes, RecoveryCodesSection } from './recovery-codes';
import { TurnOffSection } from './turn-off-section';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Two-step login');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function TwoFactorPage() {
  const { hasApp, pending, passkeys, recoveryCodes, mustSetUp, next, ...passkeyForm } =
    useLoaderData<typeof loader>();
  const answer = useReply<typeof action>();
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
