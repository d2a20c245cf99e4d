import '~/zod';
import {
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
  useNavigation,
  useRevalidator,
  useRouteError,
} from '@remix-run/react';
import { lazy, type ReactNode, Suspense, useContext, useEffect, useRef } from 'react';
import { getLocalDay } from '~/domain/date/time-zone';
import { countPendingItems } from '~/domain/inbox/list.server';
import { countUnreadMentions } from '~/domain/note/unread-mentions.server';
import { getDisplayName } from '~/domain/person/names';
import { countDueScorecards } from '~/domain/round/reveal.server';
import { countDueTasks } from '~/domain/task/list.server';
import { readSavedSubmission } from '~/http/forms/saved-submission.server';
import {
  readAppearance,
  readLocale,
  timeZoneCookieTemplate,
} from '~/http/session/appearance.server';
import { findRequestViewer } from '~/http/session/guards.server';
import { consumeToast } from '~/http/session/toast.server';
import type { PageErrorBody } from '~/ui/account/confirm-identity';
import { useDensity } from '~/ui/layout/appearance';
import { PRODUCT_NAME } from '~/ui/layout/document-head';
import { ErrorPage, getStatusTitle, RedirectNotice } from '~/ui/layout/error-page';
import { jumpToTarget } from '~/ui/layout/jump';
import { revalidateAfterWrite, useListCache } from '~/ui/layout/list-cache';
import { Nonce } from '~/ui/layout/nonce';
import { RestoreListPosition } from '~/ui/layout/restore-list-position';
import { type RootData, useRootData } from '~/ui/layout/root-data';
import { StyleSheet } from '~/ui/layout/style-sheet';
import { takeNextRowLink } from '~/ui/table/row-focus';
import { Toasts } from '~/ui/toast/toast';
import { isAdmin, isStaff } from './domain/access';

/** Loaded on demand: saves 3 KB of scripts on each page. */
const ConfirmIdentity = lazy(async () => {
  const { ConfirmIdentity } = await import('~/ui/account/confirm-identity');
  return { default: ConfirmIdentity };
});

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta: MetaFunction = ({ error }) => {
  const title = error ? getErrorTitle(error) : undefined;
  return [{ title: [title, PRODUCT_NAME].filter(Boolean).join(' · ') }];
};

function getErrorTitle(error: unknown): string {
  if (!isRouteErrorResponse(error)) return getStatusTitle(500);
  return (error.data as PageErrorBody | undefined)?.title ?? getStatusTitle(error.status);
}

const DEAL_PAGE = /^\/pipeline\/(\d{1,15})$/;

let isErrorShown = false;

/**
 * Revalidates on a deal's page too, because opening it marks its mentions as read, and after an
 * error, which may be that another account has signed in.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  revalidateAfterWrite(change) ||
  (!change.formMethod && (isErrorShown || DEAL_PAGE.test(change.nextUrl.pathname)));

export async function loader({ request }: LoaderFunctionArgs) {
  const [viewer, { toast, clearCookie }] = await Promise.all([
    findRequestViewer(request),
    consumeToast(request),
  ]);
  const locale = readLocale(request);
  const today = getLocalDay(new Date(), locale.timeZone);
  const opened = DEAL_PAGE.exec(new URL(request.url).pathname)?.[1];
  const rootData: RootData = {
    viewer: viewer && {
      id: viewer.id,
      name: getDisplayName(viewer),
      email: viewer.email,
      isStaff: isStaff(viewer),
      isAdmin: isAdmin(viewer),
      dueTasks: (await countDueTasks(viewer, today)) + (await countDueScorecards(viewer, today)),
      inbox: await countPendingItems(viewer),
      mentions: await countUnreadMentions(viewer, Number(opened ?? 0)),
    },
    toast,
    savedSubmission: await readSavedSubmission(request, viewer),
    ...locale,
    timeZoneCookie: timeZoneCookieTemplate,
    appearance: readAppearance(request),
  };
  return data(rootData, clearCookie ? { headers: { 'Set-Cookie': clearCookie } } : undefined);
}

export function Layout({ children }: { children: ReactNode }) {
  const pageError = usePageError();
  const nonce = useContext(Nonce);
  const appearance = useRootData()?.appearance;
  return (
    <html lang="en" data-theme={appearance?.theme} data-density={useDensity()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {pageError?.moveOn && (
          <noscript>
            <meta httpEquiv="refresh" content={`1;url=${pageError.moveOn}`} />
          </noscript>
        )}
        <Meta />
        <StyleSheet />
        <Links />
      </head>
      <body>
        <a href="#main" className="skip" onClick={jumpToTarget}>
          Skip to content
        </a>
        {children}
        <Toasts />
        <ScrollRestoration nonce={nonce} />
        <RestoreListPosition />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  useTimeZoneCookie();
  useFocusAfterNavigation();
  useListCache();
  useReloadAfterBack();
  return <Outlet />;
}

function useTimeZoneCookie() {
  const { revalidate } = useRevalidator();
  const { timeZone: assumed, timeZoneCookie } = useRootData() ?? {};
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const cookie = timeZoneCookie?.replace('=', `=${timeZone}`);
    if (!cookie || document.cookie.split('; ').includes(cookie.split(';', 1)[0]!)) return;
    document.cookie = cookie;
    if (timeZone !== assumed) revalidate();
  }, [revalidate, assumed, timeZoneCookie]);
}

/** Loads the data of a page again that Back or Forward took from the browser's store. */
function useReloadAfterBack() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (entry?.type === 'back_forward') revalidate();
    const reloadRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) revalidate();
    };
    window.addEventListener('pageshow', reloadRestored);
    return () => window.removeEventListener('pageshow', reloadRestored);
  }, [revalidate]);
}

/** If the focused element is gone after a navigation, focuses the next row, or the content. */
function useFocusAfterNavigation() {
  const { key } = useLocation();
  const { state } = useNavigation();
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && state === 'idle') {
      const target = takeNextRowLink() ?? document.getElementById('main');
      if (document.activeElement === document.body) target?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [key, state]);
}

function usePageError(): (PageErrorBody & { status: number }) | undefined {
  const error = useRouteError();
  return isRouteErrorResponse(error)
    ? { ...(error.data as PageErrorBody), status: error.status }
    : undefined;
}

export function ErrorBoundary() {
  const pageError = usePageError();
  useEffect(() => {
    isErrorShown = true;
    return () => {
      isErrorShown = false;
    };
  }, []);
  if (pageError?.moveOn)
    return <RedirectNotice message={pageError.message} to={pageError.moveOn} />;
  if (pageError?.form && pageError.confirm)
    return (
      <Suspense>
        <ConfirmIdentity
          status={pageError.status}
          message={pageError.message}
          errors={pageError.errors}
          form={pageError.form}
          question={pageError.confirm}
        />
      </Suspense>
    );
  return <ErrorPage {...pageError} status={pageError?.status ?? 500} />;
}
