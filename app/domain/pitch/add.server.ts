import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type InboxFile, inboxFiles, inboxItems } from '#db/schema';
import { transaction } from '#db/transaction';
import type { NewAttachment } from '~/domain/attachment/add.server';
import { DAY_MS } from '~/domain/date/calendar-day';
import { isSameValue } from '~/domain/history/field-value';
import { findNewItemState, insertInboxItem } from '~/domain/inbox/insert.server';
import { assertPitchesLeft } from './daily-limit.server';
import type { PitchInput } from './schema';

type PitchContent = Omit<PitchInput, 'consent'>;
type PitchFile = Pick<InboxFile, 'name' | 'sha256'>;

/** Stores a pitch once, however often its form is sent. Returns whether it is a new one. */
export async function addPitch(
  { consent: _consent, ...content }: PitchInput,
  files: NewAttachment[],
): Promise<boolean> {
  return transaction(async (tx) => {
    if (await isPitchStored(tx, content, files)) return false;
    // Others may have sent theirs while the files of this one arrived.
    await assertPitchesLeft(tx);
    await insertInboxItem(tx, undefined, { source: 'form', ...content, files });
    return true;
  });
}

/** Waits for pitches that are being stored. */
export async function hasPitch(
  { consent: _consent, ...content }: PitchInput,
  files: PitchFile[],
): Promise<boolean> {
  return transaction((tx) => isPitchStored(tx, content, files));
}

/** Searches one day, and only items where this one would come: others have been decided on. */
async function isPitchStored(tx: Db, content: PitchContent, files: PitchFile[]): Promise<boolean> {
  const since = new Date(Date.now() - DAY_MS);
  const state = await findNewItemState(tx, [content.contactEmail]);
  const isCandidate = and(
    eq(inboxItems.state, state),
    gt(inboxItems.receivedAt, since),
    eq(inboxItems.source, 'form'),
    eq(inboxItems.text, content.text),
  );
  for (const item of await tx.select().from(inboxItems).where(isCandidate)) {
    const isSame = Object.entries(content).every(([key, value]) =>
      isSameValue(value, item[key as keyof PitchContent]),
    );
    if (!isSame) continue;
    const stored = await tx.select().from(inboxFiles).where(eq(inboxFiles.itemId, item.id));
    if (isSameValue(stored.map(describeFile).sort(), files.map(describeFile).sort())) return true;
  }
  return false;
}

function describeFile({ name, sha256 }: PitchFile): string {
  return `${sha256} ${name}`;
}
