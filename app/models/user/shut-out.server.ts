import type { Db } from '#db/client';
import type { User } from '#db/schema';
import type { Viewer } from '~/models/access';
import { leaveDeals } from '~/models/member/store.server';
import { endSharesOf } from '~/models/share/store.server';
import { endCalendarOf } from './calendar.server';
import { deleteSessionsOf } from './session.server';
import { endTokensOf } from './token.server';

/** What ends for an account that is disabled: sessions, tokens, the calendar, shared pages, and others' deals. */
export async function shutOut(tx: Db, viewer: Viewer | undefined, user: User): Promise<void> {
  await deleteSessionsOf(tx, user.id);
  await endTokensOf(tx, viewer, user);
  await endCalendarOf(tx, viewer, user);
  await endSharesOf(tx, viewer, user);
  await leaveDeals(tx, viewer, user);
}
