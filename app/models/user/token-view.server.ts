import type { Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { TOKEN_ACCESS } from './token';
import { listTokens } from './token.server';

export async function tokensView(viewer: Viewer, locale: Locale) {
  const tokens = await listTokens(viewer);
  return tokens.map(({ id, name, access, createdAt, expire, lastUsedAt }) => ({
    id,
    name,
    access: TOKEN_ACCESS[access],
    created: formatDate(createdAt, locale),
    expires: formatDate(expire, locale),
    isExpired: expire.getTime() <= Date.now(),
    used: lastUsedAt ? formatDateTime(lastUsedAt, locale) : undefined,
  }));
}

export type TokenView = Awaited<ReturnType<typeof tokensView>>[number];
