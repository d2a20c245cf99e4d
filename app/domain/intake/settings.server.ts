import { eq } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import { type IntakeSettings, intakeSettings } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { env } from '~/env.server';
import { forbidden } from '~/errors';
import { DEFAULT_TEXTS, type IntakeText } from './schema';

export const SETTINGS_ID = 1;

const DEFAULT_SETTINGS: IntakeSettings = {
  id: SETTINGS_ID,
  pitch: false,
  fundName: null,
  introduction: null,
  thanks: null,
  privacy: null,
  triage: 'staff',
  decline: null,
};

export async function getIntakeSettings(tx: Db = db): Promise<IntakeSettings> {
  const [stored] = await tx.select().from(intakeSettings).where(eq(intakeSettings.id, SETTINGS_ID));
  return stored ?? DEFAULT_SETTINGS;
}

export async function getFundName(): Promise<string> {
  return pickFundName(await getIntakeSettings());
}

export function pickFundName({ fundName }: IntakeSettings): string {
  return fundName ?? env.FUND_NAME;
}

export function getIntakeText(settings: IntakeSettings, name: IntakeText): string {
  return settings[name] ?? DEFAULT_TEXTS[name];
}

export async function canTriage(viewer: Viewer, tx: Db = db): Promise<boolean> {
  return isStaff(viewer) || isOpenToEveryone(tx);
}

/** Reads once until the next commit, since every page asks. */
async function isOpenToEveryone(tx: Db): Promise<boolean> {
  const read = async () => (await getIntakeSettings(tx)).triage === 'everyone';
  return tx === db ? cacheUntilCommit('everyone triages', read) : read();
}

export async function assertCanTriage(viewer: Viewer, tx: Db = db): Promise<void> {
  if (!(await canTriage(viewer, tx)))
    throw forbidden('Only admins and managers may see the inbox.');
}
