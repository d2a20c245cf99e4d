import { Link, useLoaderData } from '@remix-run/react';
import styles from '~/styles/users.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import { BookmarkSection } from './bookmark-section';
import { CalendarSection } from './calendar-section';
import { EmailSection } from './email-section';
import { NameForm } from './name-form';
import { PasswordForm } from './password-form';
import { SessionList } from './session-list';
import { TokenList } from './token-list';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Your account');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

const FORM_ROUTES = ['account_.calendar', 'account_.tokens'];

export default function AccountPage() {
  usePrefetchedRoutes(FORM_ROUTES);
  const { email, name, sessions, moreSessions, isTwoStep, tokens, mails, calendar, bookmark } =
    useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <div className="grid max-w-160 gap-6 text-text">
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
        <BookmarkSection {...bookmark} />
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
