import { inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { blockedSenders, type FieldChanges, type IntakeSettings, intakeSettings } from '#db/schema';
import { transaction } from '#db/transaction';
import { canEditIntake, type Viewer } from '~/domain/access';
import { hashShownValues, keepChangesOfOthers } from '~/domain/form-conflict/shown-values.server';
import { diffFields } from '~/domain/history/field-value';
import { recordHistory } from '~/domain/history/record.server';
import { env } from '~/env.server';
import { forbidden } from '~/errors';
import { listBlockedSenders } from './blocked-senders.server';
import { DEFAULT_TEXTS, type IntakeForm, type IntakeText } from './schema';
import { getIntakeSettings, getIntakeText, pickFundName, SETTINGS_ID } from './settings.server';

const RECORDED_FIELDS = [
  'pitch',
  'fundName',
  'introduction',
  'thanks',
  'privacy',
  'triage',
  'decline',
] as const satisfies (keyof IntakeSettings)[];

/** Rows of a statement: SQLite takes 32,766 variables. */
const MAX_ROWS_PER_STATEMENT = 500;

function assertCanEditIntake(viewer: Viewer): void {
  if (!canEditIntake(viewer)) throw forbidden('Admin access required.');
}

export async function getIntakeForEdit(viewer: Viewer) {
  assertCanEditIntake(viewer);
  const intake = describeIntake(await getIntakeSettings(), await listBlockedSenders());
  return { ...intake, seen: hashShownValues(intake) };
}

function describeIntake(settings: IntakeSettings, blocked: string[]) {
  const { pitch, triage } = settings;
  return {
    pitch,
    fundName: pickFundName(settings),
    introduction: getIntakeText(settings, 'introduction'),
    thanks: getIntakeText(settings, 'thanks'),
    privacy: getIntakeText(settings, 'privacy'),
    triage,
    decline: getIntakeText(settings, 'decline'),
    blocked,
  };
}

/** Throws 409 for what somebody else has changed since the form showed it, as in `seen`. */
export async function updateIntake(
  viewer: Viewer,
  sent: IntakeForm,
  { seen }: { seen?: string } = {},
): Promise<void> {
  assertCanEditIntake(viewer);
  await transaction(async (tx) => {
    const before = await getIntakeSettings(tx);
    const shown = describeIntake(before, await listBlockedSenders(tx));
    const form = keepChangesOfOthers(sent, shown, seen);
    const after = toSettings(before, form);
    const fields = {
      ...diffFields(RECORDED_FIELDS, before, after),
      ...(form.blocked && (await updateBlockedSenders(tx, form.blocked))),
    };
    if (!Object.keys(fields).length) return;
    const target = intakeSettings.id;
    await tx.insert(intakeSettings).values(after).onConflictDoUpdate({ target, set: after });
    const event = { subject: 'intake', subjectId: 'intake', subjectName: 'Intake' } as const;
    await recordHistory(tx, viewer, [{ ...event, kind: 'changed', fields }]);
  });
}

/** Stores null for what is the default, so that a later default applies. */
function toSettings(
  before: IntakeSettings,
  { pitch, fundName, triage = before.triage, ...texts }: IntakeForm,
): IntakeSettings {
  const toStored = (name: IntakeText) => {
    const text = texts[name]?.trim();
    if (text === undefined) return before[name];
    return text && text !== DEFAULT_TEXTS[name] ? text : null;
  };
  const isOwnName = fundName && fundName !== env.FUND_NAME;
  return {
    id: SETTINGS_ID,
    pitch,
    triage,
    fundName: fundName === undefined ? before.fundName : isOwnName ? fundName : null,
    introduction: toStored('introduction'),
    thanks: toStored('thanks'),
    privacy: toStored('privacy'),
    decline: toStored('decline'),
  };
}

async function updateBlockedSenders(tx: Db, wanted: string[]): Promise<FieldChanges> {
  const stored = new Set(await listBlockedSenders(tx));
  const kept = new Set(wanted);
  const added = wanted.filter((sender) => !stored.has(sender));
  const removed = [...stored].filter((sender) => !kept.has(sender));
  for await (const chunk of iterateChunks(removed, MAX_ROWS_PER_STATEMENT))
    await tx.delete(blockedSenders).where(inArray(blockedSenders.sender, chunk));
  const createdAt = new Date();
  for await (const chunk of iterateChunks(added, MAX_ROWS_PER_STATEMENT))
    await tx.insert(blockedSenders).values(chunk.map((sender) => ({ sender, createdAt })));
  return {
    ...(added.length > 0 && { blocked: [null, added] as [null, string[]] }),
    ...(removed.length > 0 && { unblocked: [null, removed] as [null, string[]] }),
  };
}
