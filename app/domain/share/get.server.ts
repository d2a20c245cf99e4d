import { and, asc, eq, inArray } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { type Attachment, attachments, notes, type Share, shares, users } from '#db/schema';
import { canManageDeal } from '~/domain/access';
import { findDeal } from '~/domain/deal/get.server';
import { hashKey } from '~/domain/key.server';
import type { Page } from '~/domain/pagination';
import { canSignIn } from '~/domain/session/viewer.server';
import { notFound } from '~/errors';
import { isActiveShare } from './active.server';

const KEY_PATTERN = /^[\w-]{43}$/;

const SHARE_NOT_FOUND_MESSAGE =
  'This page is no longer shared, or its address is incomplete. Please ask the person who sent it to you.';

/**
 * Returns the share, its deal and its creator. Throws 404 once it is over or the creator can no
 * longer manage the deal.
 */
export async function getShareByKey(key: string) {
  const hash = KEY_PATTERN.test(key) ? hashKey(key) : '';
  const [row] = await db
    .select({ share: shares, user: users })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .where(and(eq(shares.key, hash), isActiveShare(), canSignIn));
  const deal = row && (await findDeal(row.user, row.share.dealId));
  if (!deal || !canManageDeal(row.user, deal)) throw notFound(SHARE_NOT_FOUND_MESSAGE);
  return { ...row, deal };
}

export type ShareWithDeal = Awaited<ReturnType<typeof getShareByKey>>;

export async function cacheSharedPage<T>(
  { id }: Share,
  variant: string,
  build: () => Promise<T>,
): Promise<T> {
  return cacheUntilCommit(`share ${id} ${variant}`, build);
}

export async function listSharedNotes(
  { notes: ids, dealId }: Pick<Share, 'notes' | 'dealId'>,
  { limit, offset }: Page,
) {
  const isShared = and(inArray(notes.id, ids), eq(notes.dealId, dealId));
  const { text, createdAt } = notes;
  const rows = await db
    .select({ text, createdAt })
    .from(notes)
    .where(isShared)
    .orderBy(asc(notes.id))
    .limit(limit)
    .offset(offset);
  return { rows, total: await db.$count(notes, isShared) };
}

export async function listSharedAttachments({
  files: ids,
  dealId,
}: Pick<Share, 'files' | 'dealId'>): Promise<Attachment[]> {
  const isShared = and(inArray(attachments.id, ids), eq(attachments.dealId, dealId));
  return db.select().from(attachments).where(isShared).orderBy(asc(attachments.id));
}

export async function getSharedAttachment(share: Share, id: number): Promise<Attachment> {
  const file = (await listSharedAttachments(share)).find((candidate) => candidate.id === id);
  if (!file)
    throw notFound('This file no longer exists. Please ask the person who sent you the page.');
  return file;
}
