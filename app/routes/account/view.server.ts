import { formatDate, formatDateTime } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import type { listTokens } from '~/domain/user/token.server';
import { TOKEN_ACCESS_LABELS } from '~/domain/user/token-schema';

type ListedToken = Awaited<ReturnType<typeof listTokens>>[number];

export function createTokenView(token: ListedToken, locale: Locale) {
  const { id, name, access, createdAt, expire, lastUsedAt } = token;
  return {
    id,
    name,
    access: TOKEN_ACCESS_LABELS[access],
    created: formatDate(createdAt, locale),
    expires: formatDate(expire, locale),
    isExpired: expire.getTime() <= Date.now(),
    used: lastUsedAt ? formatDateTime(lastUsedAt, locale) : undefined,
  };
}

export type TokenView = ReturnType<typeof createTokenView>;
