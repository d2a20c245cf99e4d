import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { validateCustomFieldValues } from '~/domain/custom-field/validate.server';
import type { SeenVersion } from '~/domain/seen-version';
import { requireClosingReason } from '~/domain/stage/close.server';
import { applyDealEdits } from './apply-edits.server';
import { assertDealVersion, assertSeen } from './assert-seen.server';
import { getDealForUpdate } from './get.server';
import type { DealChanges } from './schema';

interface UpdateOptions extends ScoreChange {
  version?: SeenVersion;
  closingReason?: string | null;
}

export interface ScoreChange {
  seenScore?: number | null;
  scoreReason?: string | null;
}

/**
 * Changes the given keys. Throws 412 if `version` is outdated (rule 3.19) or the score is neither
 * `seenScore` nor the new one, and 400 for too many industries, invalid custom fields, an unknown
 * stage or reason, or a missing reason.
 */
export async function updateDeal(
  viewer: Viewer,
  id: number,
  changes: DealChanges,
  { version, seenScore, scoreReason, closingReason: reason }: UpdateOptions = {},
): Promise<void> {
  await transaction(async (tx) => {
    const before = await getDealForUpdate(tx, viewer, id);
    assertDealVersion(before, version);
    await assertSeen(before, 'evaluationScore', {
      seen: formatScore(seenScore),
      current: formatScore(before.evaluationScore),
      wanted: formatScore(changes.evaluationScore),
    });
    const fields =
      changes.fields && (await validateCustomFieldValues(tx, changes.fields, before.fields));
    const checked = { ...changes, ...(fields && { fields }) };
    const closingReason =
      changes.stage && reason ? await requireClosingReason(tx, { reason }) : undefined;
    await applyDealEdits(tx, viewer, [{ before, changes: checked, scoreReason, closingReason }]);
  });
}

function formatScore<Missing extends null | undefined>(score: number | Missing) {
  return typeof score === 'number' ? score.toFixed(1) : score;
}
