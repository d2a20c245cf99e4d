import { eq, sum } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { attachments, type Deal } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDealForUpdate, getEditableDeal } from '~/domain/deal/get.server';
import { assertRecordLimit, insertDealRecord } from '~/domain/deal/record.server';
import { pick } from '~/domain/record';
import { env } from '~/env.server';
import { DomainError } from '~/errors';
import { type ReceivedFile, saveReceivedFile } from './content.server';
import { ATTACHMENT_KEYS, ATTACHMENT_RULES } from './list.server';
import { MB } from './size';

export async function getRemainingBytes(viewer: Viewer, dealId: number): Promise<number> {
  await getEditableDeal(viewer, dealId);
  return countRemainingBytes(db, dealId);
}

async function countRemainingBytes(tx: Db, dealId: number): Promise<number> {
  const [row] = await tx
    .select({ taken: sum(attachments.size) })
    .from(attachments)
    .where(eq(attachments.dealId, dealId));
  return env.MAX_DEAL_FILES_MB * MB - Number(row?.taken ?? 0);
}

export function createDealFullError(): DomainError {
  const message = `The files of a deal can have at most ${env.MAX_DEAL_FILES_MB} MB in total.`;
  return new DomainError('tooLarge', { message });
}

export interface NewAttachment extends ReceivedFile {
  name: string;
  type: string;
}

/**
 * Adds all files or none and returns their ids. `skipExisting` makes a repeated form harmless.
 * Throws 413 if they are too large together.
 */
export async function addAttachments(
  viewer: Viewer,
  dealId: number,
  received: NewAttachment[],
  { skipExisting = false }: { skipExisting?: boolean } = {},
): Promise<number[]> {
  return transaction(async (tx) => {
    const deal = await getDealForUpdate(tx, viewer, dealId);
    return insertAttachments({ tx, viewer, deal }, received, { skipExisting });
  });
}

export async function insertAttachments(
  { tx, viewer, deal }: { tx: Db; viewer: Viewer; deal: Pick<Deal, 'id' | 'companyName'> },
  received: NewAttachment[],
  { skipExisting = false }: { skipExisting?: boolean } = {},
): Promise<number[]> {
  const stored = await tx.select().from(attachments).where(eq(attachments.dealId, deal.id));
  const isStored = (file: NewAttachment) =>
    stored.find(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
  const fresh = received.filter((file) => !skipExisting || !isStored(file));
  assertRecordLimit(ATTACHMENT_RULES, stored.length + fresh.length);
  const size = fresh.reduce((all, file) => all + file.size, 0);
  if (size > (await countRemainingBytes(tx, deal.id))) throw createDealFullError();
  const ids: number[] = [];
  for (const file of fresh) {
    saveReceivedFile(file);
    const values = { ...file, userId: viewer.id, createdAt: Date.now() };
    ids.push(
      await insertDealRecord(
        ATTACHMENT_RULES,
        { tx, actor: viewer, deal },
        pick(values, ATTACHMENT_KEYS),
      ),
    );
  }
  return ids;
}
