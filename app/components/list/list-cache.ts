import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useFetchers,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from '@remix-run/react';
import { useEffect } from 'react';
import { isUnsent } from '~/components/forms/unsent';
import { isAnswer } from '~/components/frame/connection';

/**
 * Going back or forward shows a list from this cache at once, then revalidates it. Any write clears
 * the cache, so users never see their own change undone. Pages with forms are not cached: an old
 * form could be submitted.
 */
interface CachedList {
  href: string;
  data: unknown;
}

/** By history key, the oldest first. */
const listCache = new Map<string, CachedList>();
const MAX_LISTS = 20;
let shownKey: string | undefined;
/** The history key of a list that was shown from the cache and is not yet revalidated. */
let staleKey: string | undefined;
let hasFailed = false;

export function clearListCache(): void {
  listCache.clear();
}

/** The browser's current history entry. While going back or forward it is not on screen yet. */
const historyKey = (): string => (history.state as { key?: string } | null)?.key ?? 'default';

export async function cachedListLoader({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  const { pathname, search } = new URL(request.url);
  const to = historyKey();
  const cached = listCache.get(to);
  if (cached?.href === pathname + search && to !== shownKey) {
    staleKey = to;
    return cached.data;
  }
  const opened = await openedDetails(pathname, search, request.signal);
  if (opened) return opened;
  if (to === staleKey) staleKey = undefined;
  hasFailed = false;
  return serverLoader().catch((thrown) => keepShown(thrown, pathname));
}

/**
 * The list on screen with the details of another deal, which alone are fetched. Undefined if more
 * than the dialog changes, or the server does not send it.
 */
async function openedDetails(
  pathname: string,
  search: string,
  signal: AbortSignal,
): Promise<object | undefined> {
  const shown = listCache.get(shownKey ?? '');
  const isCurrent = shownKey !== staleKey && !hasFailed;
  if (!shown || !isCurrent || !opensDetails(shown.href, pathname + search)) return undefined;
  const answer = await fetch(`/dashboard/details${search}`, { signal }).catch(() => undefined);
  const isJson = answer?.headers.get('Content-Type')?.includes('json');
  if (!answer?.ok || !isJson) return undefined;
  const details = (await answer.json()) as object | null;
  const isStill = listCache.get(shownKey ?? '') === shown;
  return isStill ? { ...(shown.data as object), details: details ?? undefined } : undefined;
}

/** True if two addresses differ only in the deal whose details are open, and the second has one. */
function opensDetails(from: string, to: string): boolean {
  const [before, after] = [from, to].map((href) => new URL(href, location.origin));
  const [was, is] = [before, after].map((url) => url!.searchParams.get('details'));
  for (const url of [before, after]) url!.searchParams.delete('details');
  return is !== null && is !== was && before!.href === after!.href;
}

/** If the server cannot be reached, the list on screen stays, marked as not loaded. */
function keepShown(thrown: unknown, pathname: string): object {
  const shown = listCache.get(shownKey ?? '');
  if (isAnswer(thrown) || shown?.href.split('?', 1)[0] !== pathname) throw thrown;
  hasFailed = true;
  return { ...(shown.data as object), notLoaded: true };
}

export function useNotLoaded(): boolean {
  const data = useMatches().at(-1)?.data as { notLoaded?: boolean } | undefined;
  return Boolean(data?.notLoaded);
}

const isWrite = (formMethod: string | undefined): boolean =>
  formMethod !== undefined && formMethod !== 'GET';

/** The root data changes only by a write; a list shown from the cache does not reload it. */
export const revalidateAfterWrite: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}) =>
  defaultShouldRevalidate &&
  !isUnsent(actionResult) &&
  (isWrite(formMethod) || (currentUrl.href === nextUrl.href && !staleKey && !hasFailed));

/** Caches the page on screen, and clears the cache on any write. */
export function useListCache(): void {
  const { key, pathname, search } = useLocation();
  const data = useMatches().at(-1)?.data;
  const isSending = [useNavigation(), ...useFetchers()].some(({ formMethod }) =>
    isWrite(formMethod),
  );
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (isSending) clearListCache();
    else if (data !== undefined) listCache.set(key, { href: pathname + search, data });
    for (const [first] of listCache) if (listCache.size > MAX_LISTS) listCache.delete(first);
    shownKey = key;
  }, [key, pathname, search, data, isSending]);

  useEffect(() => {
    if (staleKey === key) revalidate();
    return () => {
      if (staleKey === key) staleKey = undefined;
    };
  }, [key, revalidate]);
}
