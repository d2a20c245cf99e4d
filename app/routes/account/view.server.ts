import type { LoaderFunctionArgs } from '@remix-run/node';
import { hasSecondFactor } from '~/domain/second-factor/get.server';
import { countSessions, listSessions } from '~/domain/session/list.server';
import { getMailSettings } from '~/domain/user/mail-subscription.server';
import { listTokens } from '~/domain/user/token.server';
import { TOKEN_ACCESS_LABELS } from '~/domain/user/token-options';
import { describeBrowser } from '~/format/browser';
import { formatDate, formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { readSessionId } from '~/http/session/session.server';
import { getBookmarkView } from './bookmark-view.server';
import { getCalendarView } from './calendar-view.server';

const MAX_SHOWN_SESSIONS = 20;

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const locale = readLocale(request);
  const [sessions, count] = await Promise.all([
    listSessions(viewer, (await readSessionId(request)) ?? '', MAX_SHOWN_SESSIONS),
    countSessions(viewer),
  ]);
  return {
    email: viewer.email,
    isTwoStep: await hasSecondFactor(viewer.id),
    name: { firstName: viewer.firstName ?? '', lastName: viewer.lastName ?? '' },
    sessions: sessions.map(({ sid, agent, startedAt, lastSeen, isCurrent }) => ({
      sid,
      browser: describeBrowser(agent),
      started: formatDateTime(startedAt, locale),
      seen: formatDateTime(lastSeen, locale),
      isCurrent,
    })),
    moreSessions: count - sessions.length,
    tokens: (await listTokens(viewer)).map((token) => createTokenView(token, locale)),
    mails: await getMailSettings(viewer, locale.timeZone),
    calendar: await getCalendarView(viewer, locale),
    bookmark: getBookmarkView(),
  };
}

type ListedToken = Awaited<ReturnType<typeof listTokens>>[number];

function createTokenView(token: ListedToken, locale: Locale) {
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
