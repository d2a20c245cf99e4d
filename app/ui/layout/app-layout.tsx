import {
  Link,
  NavLink,
  useLocation,
  useNavigation,
  useRevalidator,
  useSearchParams,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { Menu, useMenuClosing } from '~/ui/dialog/menu';
import { useFocusOnInvalidField } from '~/ui/form/focus-invalid-field';
import { SavedSubmissionNotice } from '~/ui/form/saved-submission';
import { Icon } from '~/ui/icon';
import { SearchForm } from '~/ui/search/search-form';
import { ToastBanner } from '~/ui/toast/toast';
import { ThemeSwitch } from './appearance';
import { PRODUCT_NAME } from './document-head';
import { useFromQuery } from './from-query';
import { useNotLoaded } from './list-cache';
import { LogoutButton } from './logout-button';
import { PageNotice } from './page-notice';
import { type RootViewer, useRootData } from './root-data';
import { ShortcutList, ShortcutsButton } from './shortcuts';

export function AppLayout({ children }: { children: ReactNode }) {
  const viewer = useRootData()?.viewer;
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const from = useFromQuery();
  useMenuClosing();
  useFocusOnInvalidField();
  const isSearch = pathname === '/search';
  const isInAdmin = pathname === '/admin' || pathname.startsWith('/admin/');
  return (
    <>
      <header className="bar">
        <Navigation {...viewer} />
        <PendingIndicator />
        {viewer && (
          <SearchForm
            className="mx-3 min-w-0 max-w-[360px] max-xl:hidden"
            text={isSearch ? (params.get('q') ?? '') : undefined}
          />
        )}
        <div className="ml-auto flex min-w-0 items-center md:gap-2">
          {viewer && !isSearch && (
            <Link to="/search" className="btn btn-icon max-md:hidden xl:hidden" aria-label="Search">
              <Icon name="search" />
            </Link>
          )}
          {viewer && <AccountMenu {...viewer} isInAdmin={isInAdmin} />}
          {viewer && pathname !== '/pipeline/new' && (
            <Link
              to={`/pipeline/new${from}`}
              className={`btn max-md:px-2 ${isListPage(pathname) ? 'btn-primary' : ''}`}
              aria-label="Add New Deal"
            >
              <Icon name="plus" />
              <span className="max-lg:hidden">Add New Deal</span>
            </Link>
          )}
        </div>
      </header>
      <main id="main" className="page" tabIndex={-1}>
        <ToastBanner />
        <SavedSubmissionNotice />
        <NotLoadedNotice />
        <PageNotice />
        {children}
      </main>
      <ShortcutList />
    </>
  );
}

/** Elsewhere the page's own next action is the primary one. */
const isListPage = (pathname: string) => pathname === '/dashboard' || pathname === '/board';

function Navigation({ isStaff, inbox, mentions = 0, dueTasks = 0 }: Partial<RootViewer>) {
  return (
    <>
      <span className="mr-2 inline-flex items-center gap-2 font-semibold whitespace-nowrap max-xl:hidden">
        <Icon name="logo" className="text-accent" />
        {PRODUCT_NAME}
      </span>
      <nav aria-label="Main" className="flex items-center self-stretch lg:gap-1">
        <NavItem to="/dashboard">Dashboard</NavItem>
        <NavItem to="/board">Board</NavItem>
        <NavItem to="/review">
          Review
          <Count number={mentions} what={mentions === 1 ? 'unread mention' : 'unread mentions'} />
        </NavItem>
        <NavItem to="/tasks">
          Tasks
          <Count number={dueTasks} what="due" />
        </NavItem>
        <NavItem to="/insights">Insights</NavItem>
        {isStaff && (
          <NavItem to="/admin" className="nav max-md:hidden">
            Admin
          </NavItem>
        )}
        {inbox !== undefined && (
          <NavItem to="/inbox" className="nav max-md:hidden">
            <InboxLabel items={inbox} />
          </NavItem>
        )}
      </nav>
    </>
  );
}

function NavItem({
  className = 'nav',
  ...props
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  return <NavLink {...props} prefetch="intent" className={className} />;
}

function Count({ number, what }: { number: number; what: string }) {
  if (!number) return null;
  return (
    <span className="nav-count">
      {number > 99 ? '99+' : number}
      <span className="sr-only"> {what}</span>
    </span>
  );
}

function InboxLabel({ items }: { items: number }) {
  return (
    <>
      Inbox
      <Count number={items} what="pending" />
    </>
  );
}

function AccountMenu({ name, isStaff, inbox, isInAdmin }: RootViewer & { isInAdmin: boolean }) {
  return (
    <>
      <Menu label={name} name={`${name}, your account`} icon="account" className="nav account">
        <Link to="/account">Your account</Link>
        <Link to={`/add${useFromQuery()}`}>Quick add</Link>
        <ThemeSwitch />
        <ShortcutsButton />
        <div className="md:hidden">
          <Link to="/search">Search</Link>
          {isStaff && <Link to="/admin">Admin</Link>}
          {inbox !== undefined && (
            <Link to="/inbox">
              <InboxLabel items={inbox} />
            </Link>
          )}
          <LogoutButton isInAdmin={isInAdmin} />
        </div>
      </Menu>
      <div className="max-md:hidden">
        <LogoutButton isInAdmin={isInAdmin} />
      </div>
    </>
  );
}

function NotLoadedNotice() {
  const { revalidate, state } = useRevalidator();
  if (!useNotLoaded()) return null;
  return (
    <div role="alert" className="notice notice-failed mb-4 flex-wrap items-center">
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">Not loaded.</strong> The server could not be reached. The
        list has not changed.
      </p>
      <button className="btn" onClick={revalidate} aria-disabled={state !== 'idle' || undefined}>
        Try again
      </button>
    </div>
  );
}

function PendingIndicator() {
  const { state } = useNavigation();
  return (
    <span role="status" className="absolute top-4 left-1/2">
      {state !== 'idle' && (
        <>
          <span className="spinner" />
          <span className="sr-only">Loading</span>
        </>
      )}
    </span>
  );
}
