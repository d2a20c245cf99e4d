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
import { isConnectionFailure, isServerAnswer } from '~/ui/form/client-action';

/**
 * Shows a list from this cache on Back and Forward, then revalidates it. Any write clears it, so
 * that users never see their own change undone. Pages with forms are not cached: an old form could
 * be submitted.
 */
interface CachedList {
  href: string;
  data: unknown;
}

const listCache = new Map<string, CachedList>();
const MAX_CACHED_LISTS = 20;
let shownHistoryKey = '';
/** True if the shown list is from the cache, or could not be loaded again. */
let isOutdated = false;

export function clearListCache(): void {
  listCache.clear();
}

/** Returns the browser's history entry, which is not on screen yet during Back and Forward. */
const getHistoryKey = (): string => (history.state as { key?: string } | null)?.key ?? 'default';

export async function clientLoader({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  const { pathname, search } = new URL(request.url);
  const cached = listCache.get(getHistoryKey());
  if (cached?.href === pathname + search && getHistoryKey() !== shownHistoryKey) {
    isOutdated = true;
    return cached.data;
  }
  isOutdated = false;
  return serverLoader().catch((thrown: unknown) => keepShownList(thrown, pathname));
}

function keepShownList(thrown: unknown, pathname: string): object {
  const shown = listCache.get(shownHistoryKey);
  if (isServerAnswer(thrown) || shown?.href.split('?', 1)[0] !== pathname) throw thrown;
  isOutdated = true;
  return { ...(shown.data as object), notLoaded: true };
}

function isNotLoaded(data: unknown): boolean {
  return Boolean((data as { notLoaded?: boolean } | undefined)?.notLoaded);
}

export function useNotLoaded(): boolean {
  return isNotLoaded(useMatches().at(-1)?.data);
}

const isWrite = (formMethod: string | undefined): boolean =>
  formMethod !== undefined && formMethod !== 'GET';

/** Reloads root data after writes only, and not for a list that is loaded again. */
export const revalidateAfterWrite: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}) =>
  defaultShouldRevalidate &&
  !isConnectionFailure(actionResult) &&
  (isWrite(formMethod) || (currentUrl.href === nextUrl.href && !isOutdated));

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
    for (const [first] of listCache) if (listCache.size > MAX_CACHED_LISTS) listCache.delete(first);
    shownHistoryKey = key;
  }, [key, pathname, search, data, isSending]);

  useEffect(() => {
    if (isOutdated && !isNotLoaded(listCache.get(key)?.data)) revalidate();
  }, [key, revalidate]);
}
