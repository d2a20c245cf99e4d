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
import { SavedSubmissionNotice } from '~/ui/form/saved-submission';
import { Icon } from '~/ui/icon';
import { SearchForm } from '~/ui/search/search-form';
import { ToastBanner } from '~/ui/toast/toast';
import { ThemeSwitch } from './appearance';
import { PRODUCT_NAME } from './document-head';
import { useFromQuery } from './from-query';
import { useNotLoaded } from './list-cache';
import { LogoutButton } from './logout-button';
import { type RootViewer, useRootData } from './root-data';
import { ShortcutList, ShortcutsButton } from './shortcuts';

export function AppLayout({ children }: { children: ReactNode }) {
  const viewer = useRootData()?.viewer;
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const from = useFromQuery();
  useMenuClosing();
  const isSearch = pathname === '/search';
  const inAdmin = pathname === '/admin' || pathname.startsWith('/admin/');
  return (
    <>
      <header className="bar">
        <Navigation {...viewer} />
        <PendingIndicator />
        {viewer && (
          <SearchForm
            className="mx-3 max-w-[360px] max-lg:hidden"
            text={isSearch ? (params.get('q') ?? '') : undefined}
          />
        )}
        <div className="ml-auto flex min-w-0 items-center gap-2">
          {viewer && !isSearch && (
            <Link
              to="/search"
              className="btn btn-icon max-[390px]:hidden lg:hidden"
              aria-label="Search"
            >
              <Icon name="search" />
            </Link>
          )}
          {viewer && <AccountMenu {...viewer} inAdmin={inAdmin} />}
          {viewer && pathname !== '/pipeline/new' && (
            <Link to={`/pipeline/new${from}`} className="btn btn-primary" aria-label="Add New Deal">
              <Icon name="plus" />
              <span className="hidden sm:inline">Add New Deal</span>
            </Link>
          )}
        </div>
      </header>
      <main id="main" className="page" tabIndex={-1}>
        <ToastBanner />
        <SavedSubmissionNotice />
        <NotLoadedNotice />
        {children}
      </main>
      <ShortcutList />
    </>
  );
}

function Navigation({ isStaff, mentions = 0 }: Partial<RootViewer>) {
  return (
    <>
      <Link to="/" className="nav text-ink" aria-label={PRODUCT_NAME}>
        <Icon name="logo" className="text-accent" />
        <span className="ml-2 hidden font-semibold whitespace-nowrap xl:inline">
          {PRODUCT_NAME}
        </span>
      </Link>
      <nav aria-label="Main" className="flex gap-1">
        <NavLink to="/dashboard" prefetch="intent" className="nav">
          Dashboard
        </NavLink>
        <NavLink to="/board" prefetch="intent" className="nav">
          Board
        </NavLink>
        <NavLink to="/review" prefetch="intent" className="nav">
          Review
          {mentions > 0 && (
            <span className="nav-count">
              {mentions > 99 ? '99+' : mentions}
              <span className="sr-only"> unread {mentions === 1 ? 'mention' : 'mentions'}</span>
            </span>
          )}
        </NavLink>
        {isStaff && (
          <NavLink to="/admin" prefetch="intent" className="nav max-[700px]:hidden">
            Admin
          </NavLink>
        )}
      </nav>
    </>
  );
}

/** Holds what a phone's bar has no room for: Admin and Logout, on small ones Search. */
function AccountMenu({ name, isStaff, inAdmin }: RootViewer & { inAdmin: boolean }) {
  return (
    <>
      <Menu label={name} name={`${name}, your account`} icon="account" className="nav account">
        <Link to="/account">Your account</Link>
        <ThemeSwitch />
        <ShortcutsButton />
        <div className="min-[390px]:hidden">
          <Link to="/search">Search</Link>
        </div>
        {isStaff && (
          <div className="min-[700px]:hidden">
            <Link to="/admin">Admin</Link>
          </div>
        )}
        <div className="sm:hidden">
          <LogoutButton inAdmin={inAdmin} />
        </div>
      </Menu>
      <div className="max-sm:hidden">
        <LogoutButton inAdmin={inAdmin} />
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
