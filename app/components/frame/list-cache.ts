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

/**
 * Going back and forward shows a list at once, as it was when it was left, and asks for what changed since. Whatever is sent
 * from here forgets them all, so that nobody meets their own change undone. Forms are read anew: an old one could be sent.
 */
interface Visit {
  href: string;
  data: unknown;
}

/** By the keys of their places in this tab's history, the oldest first. */
const visits = new Map<string, Visit>();
const MAX_LISTS = 20;
/** The place that is on screen, and one that was shown as it had been. */
let shown: string | undefined;
let returned: string | undefined;

export function clearListCache(): void {
  visits.clear();
}

/** Where the browser is by now: on the way back or forward, not yet what is on screen. */
const historyKey = (): string => (history.state as { key?: string } | null)?.key ?? 'default';

/** A list's `clientLoader`. */
export async function cachedListLoader({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  const { pathname, search } = new URL(request.url);
  const to = historyKey();
  const visit = visits.get(to);
  if (visit?.href !== pathname + search) return serverLoader();
  if (to !== shown) {
    returned = to;
    return visit.data;
  }
  if (to !== returned) return serverLoader();
  returned = undefined;
  // Nobody waits for this answer: where none comes, what is shown stays.
  return serverLoader().catch((error) => {
    if (error instanceof TypeError) return visit.data;
    throw error;
  });
}

const isWrite = (formMethod: string | undefined): boolean =>
  formMethod !== undefined && formMethod !== 'GET';

/** The viewer, their settings and the message are the same until something is sent. A page that is shown again does without. */
export const revalidateAfterWrite: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  return (
    defaultShouldRevalidate &&
    (isWrite(formMethod) || (currentUrl.href === nextUrl.href && !returned))
  );
};

/** Remembers what is shown. */
export function useListCache(): void {
  const { key, pathname, search } = useLocation();
  const data = useMatches().at(-1)?.data;
  const isSending = [useNavigation(), ...useFetchers()].some(({ formMethod }) =>
    isWrite(formMethod),
  );
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (isSending) clearListCache();
    else if (data !== undefined) visits.set(key, { href: pathname + search, data });
    for (const [first] of visits) if (visits.size > MAX_LISTS) visits.delete(first);
    shown = key;
  }, [key, pathname, search, data, isSending]);

  useEffect(() => {
    if (returned === key) revalidate();
    return () => {
      if (returned === key) returned = undefined;
    };
  }, [key, revalidate]);
}
