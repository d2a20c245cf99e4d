import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { buildSearchText } from '#db/fold';
import { type Attachment, attachments, deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { type DealRecordType, recordNotFound } from '~/domain/deal/record.server';
import { getDisplayName } from '~/domain/person/names';
import { pick } from '~/domain/record';
import { sortByDealOrder } from '~/domain/sort-by-ids';
import { personColumns } from '~/domain/user/columns.server';
import { locateContent } from './content.server';
import { MAX_ATTACHMENTS_PER_DEAL } from './size';

/** Attachments are open to everyone who sees the deal (rule 26.1). */

export const ATTACHMENT_KEYS = ['name', 'size', 'type', 'sha256', 'userId', 'createdAt'] as const;

type AttachmentValues = Pick<Attachment, (typeof ATTACHMENT_KEYS)[number]>;

export const ATTACHMENT_RULES: DealRecordType<AttachmentValues> = {
  subject: 'file',
  table: attachments,
  keys: ATTACHMENT_KEYS,
  maxPerDeal: MAX_ATTACHMENTS_PER_DEAL,
  getName: ({ name }) => name,
  toColumns: (values) => ({
    ...pick(values, ATTACHMENT_KEYS),
    searchText: buildSearchText(values.name),
  }),
  canRestore: ({ sha256 }) => locateContent(sha256) !== undefined,
};

async function queryAttachments(
  where: SQL | undefined,
  { limit = MAX_ATTACHMENTS_PER_DEAL, offset = 0 } = {},
) {
  const rows = await db
    .select({
      file: attachments,
      user: personColumns,
    })
    .from(attachments)
    .leftJoin(users, eq(users.id, attachments.userId))
    .where(where)
    .orderBy(asc(attachments.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ file, user }) => ({ ...file, userName: user && getDisplayName(user) }));
}

export type ListedAttachment = Awaited<ReturnType<typeof queryAttachments>>[number];

export async function listAttachments(
  viewer: Viewer,
  dealId: number,
  slice?: { limit: number; offset: number },
): Promise<ListedAttachment[]> {
  await assertDealReadable(viewer, dealId);
  return queryAttachments(eq(attachments.dealId, dealId), slice);
}

export async function countAttachments(dealId: number): Promise<number> {
  return db.$count(attachments, eq(attachments.dealId, dealId));
}

export async function getAttachment(viewer: Viewer, dealId: number, id: number) {
  await assertDealReadable(viewer, dealId);
  const isFile = and(eq(attachments.id, id), eq(attachments.dealId, dealId));
  const [file] = await queryAttachments(isFile);
  if (!file) throw recordNotFound(ATTACHMENT_RULES);
  return file;
}

export async function listAttachmentsByIds(
  viewer: Viewer,
  dealId: number,
  ids: number[],
): Promise<ListedAttachment[]> {
  await assertDealReadable(viewer, dealId);
  return queryAttachments(and(eq(attachments.dealId, dealId), inArray(attachments.id, ids)));
}

export async function listAttachmentsByDeal(dealIds: number[], tx: Db) {
  const rows = await tx
    .select({ file: attachments, companyName: deals.companyName, email: users.email })
    .from(attachments)
    .innerJoin(deals, eq(deals.id, attachments.dealId))
    .leftJoin(users, eq(users.id, attachments.userId))
    .where(inArray(attachments.dealId, dealIds))
    .orderBy(asc(attachments.id));
  return sortByDealOrder(dealIds, rows, ({ file }) => file.dealId);
}
