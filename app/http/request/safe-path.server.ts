const MAX_PATH_CHARACTERS = 16_000;

export function parseSafePath(to: string | null | undefined): string | undefined {
  if (!to || to.length > MAX_PATH_CHARACTERS || !to.startsWith('/') || /[\\\p{Cc}]/u.test(to))
    return undefined;
  const base = 'http://here.invalid';
  let url: URL;
  try {
    url = new URL(to, base);
  } catch {
    return undefined;
  }
  return url.origin === base && !url.pathname.startsWith('//')
    ? url.pathname + url.search
    : undefined;
}

/** Returns the path of a page that leads to `to` afterwards. */
export function addReturnPath(page: string, to: string | undefined): string {
  return to ? `${page}?${new URLSearchParams({ to })}` : page;
}
