import { type ShouldRevalidateFunction, useLocation } from '@remix-run/react';
import { isConnectionFailure } from '~/ui/form/client-action';

const FLAG_PARAMS = ['owners', 'manager', 'add'];

type Changes = Record<string, string | number | undefined>;

/** Builds this page's address with changed query values; undefined removes a value. */
export function useAddress(): (changes: Changes) => string {
  const { pathname, search } = useLocation();
  return (changes) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) params.delete(name);
      else params.set(name, String(value));
    }
    for (const [name, value] of [...params])
      if (value === '' && !FLAG_PARAMS.includes(name)) params.delete(name, value);
    return params.size ? `${pathname}?${params}` : pathname;
  };
}

export const CLOSED_DIALOGS = {
  details: undefined,
  owners: undefined,
  score: undefined,
  change: undefined,
  manager: undefined,
  add: undefined,
  late: undefined,
};

export const FIRST_PAGE = { ...CLOSED_DIALOGS, page: undefined };

const KEPT_PARAMS = ['select', 'view', 'density', 'columns'];

export function useKeptParams(): Record<string, string | undefined> {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  return Object.fromEntries(KEPT_PARAMS.map((name) => [name, params.get(name) ?? undefined]));
}

const READ_ONLY_DIALOGS = ['details', 'owners'];

/** Skips the reload when a read-only dialog is closed by its button or by Back. */
export const revalidateUnlessClosing: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}) => {
  const closed = new URLSearchParams(currentUrl.search);
  for (const name of READ_ONLY_DIALOGS) closed.delete(name);
  const isClosing =
    !formMethod &&
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    String(closed) === String(nextUrl.searchParams);
  return !isClosing && !isConnectionFailure(actionResult) && defaultShouldRevalidate;
};
