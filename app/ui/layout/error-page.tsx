import { Link, useLocation } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import type { DomainErrorBody, SubmittedForm } from '~/errors';
import { EnteredText, SavedSubmissionText } from '~/ui/form/saved-submission';
import { Icon } from '~/ui/icon';
import { AppLayout } from './app-layout';
import { useRootData } from './root-data';

/** Delay that rule 12.3 asks for. */
const REDIRECT_DELAY_MS = 500;

export function RedirectNotice({ message, to }: { message: string; to: string }) {
  useEffect(() => {
    const timer = setTimeout(() => window.location.assign(to), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [to]);
  return (
    <Card>
      <div role="alert" className="notice notice-failed">
        <Icon name="alert" className="mt-0.5 text-danger" />
        <h1 className="text-base font-normal">{message}</h1>
      </div>
      <a href={to} className="link mt-4 inline-block">
        {useRootData()?.viewer ? 'Go to the home page' : 'Continue to sign in'}
      </a>
    </Card>
  );
}

function Card({ children }: { children: ReactNode }) {
  const isSignedIn = Boolean(useRootData()?.viewer);
  const card = (
    <div className={`card w-full max-w-160 p-6 ${isSignedIn ? '' : 'mx-auto'}`}>{children}</div>
  );
  if (isSignedIn) return <AppLayout>{card}</AppLayout>;
  return (
    <main id="main" className="flex min-h-dvh items-center justify-center p-4">
      {card}
    </main>
  );
}

const UNEXPECTED_MESSAGE = 'Please try again. If the problem persists, contact your administrator.';

const STATUS_TITLES: Record<number, string> = {
  404: '404 Page Not Found',
  403: 'Not allowed',
  409: 'Not possible',
  413: 'Too large',
  415: 'Unsupported format',
  429: 'Too many requests',
  503: 'Server busy',
  507: 'Disk full',
};

export function getStatusTitle(status: number): string {
  const defaultTitle = status < 500 ? 'This request was refused' : 'Something went wrong';
  return STATUS_TITLES[status] ?? defaultTitle;
}

interface ErrorPageProps extends Partial<DomainErrorBody> {
  status: number;
}

export function ErrorPage({
  status,
  title,
  message,
  id,
  form,
  typed = [],
  mergedInto,
}: ErrorPageProps) {
  const { pathname, search } = useLocation();
  const isUnknownPath = status === 404 && (!message || message === 'Not found');
  return (
    <Card>
      <h1 className="flex items-center gap-2">
        <Icon name="alert" className="text-danger" />
        {title ?? getStatusTitle(status)}
      </h1>
      <p className="mt-2 text-ink-muted">
        {isUnknownPath
          ? 'Did you forget to add the page to the router?'
          : (message ?? UNEXPECTED_MESSAGE)}
      </p>
      {id && (
        <p className="mt-2 text-ink-muted">
          Reference: <code>{id}</code>
        </p>
      )}
      {typed.length ? <EnteredText fields={typed} /> : <SavedSubmissionText />}
      {form ? (
        <ResubmitForm {...form} />
      ) : (
        <p className="mt-4 flex flex-wrap gap-4">
          {status >= 500 && (
            <a href={pathname + search} className="link">
              Try again
            </a>
          )}
          {mergedInto && (
            <Link to={mergedInto} className="link">
              Open the merged deal
            </Link>
          )}
          <Link to="/" className="link">
            Go to the home page
          </Link>
        </p>
      )}
    </Card>
  );
}

function ResubmitForm({ action, fields }: SubmittedForm) {
  return (
    <form method="post" action={action} className="mt-4 flex flex-wrap justify-between gap-2">
      {fields.map(([name, value], i) => (
        <input key={i} type="hidden" name={name} value={value} />
      ))}
      <p className="mb-2 w-full text-ink-muted">
        Nothing was saved. What you entered is kept on this page.
      </p>
      <Link to={action} className="btn">
        Back
      </Link>
      <button className="btn btn-primary">Try again</button>
    </form>
  );
}
