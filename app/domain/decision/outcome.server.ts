import { and, eq } from 'drizzle-orm';
import { type Decision, decisions, type FieldChanges } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { isNotUndone } from '~/domain/deal/undone-decisions.server';
import { diffFields } from '~/domain/history/field-value';
import { dealEvent, recordHistory } from '~/domain/history/record.server';
import { conflict, notFound } from '~/errors';
import { OUTCOME_LABELS } from './outcomes';
import type { OutcomeInput } from './schema';

type StoredOutcome = Pick<Decision, 'outcome' | 'outcomeNote'>;

interface OutcomeChange extends OutcomeInput {
  /** The version that the page showed. */
  seen?: string;
}

/** Returns a version that tells whether somebody has changed the outcome since. */
export function getOutcomeVersion({ outcome, outcomeNote }: StoredOutcome): string {
  return JSON.stringify([outcome, outcomeNote]);
}

/** Sets, changes or clears the outcome of a decision. Throws 409 if it is no longer the one that was `seen`. */
export async function setOutcome(
  viewer: Viewer,
  dealId: number,
  decisionId: number,
  { outcome, outcomeNote, seen }: OutcomeChange,
): Promise<void> {
  await transaction(async (tx) => {
    const deal = await getDealForUpdate(tx, viewer, dealId);
    const isDecision = and(
      eq(decisions.id, decisionId),
      eq(decisions.dealId, dealId),
      isNotUndone(),
    );
    const [before] = await tx.select().from(decisions).where(isDecision);
    if (!before) throw notFound('Decision not found');
    const after = {
      outcome,
      outcomeNote: outcomeNote === undefined ? before.outcomeNote : outcomeNote,
    };
    assertOutcomeSeen(before, after, seen);
    const outcomeAt = outcome === null ? null : new Date();
    await tx
      .update(decisions)
      .set({ ...after, outcomeAt })
      .where(eq(decisions.id, decisionId));
    const fields = describeChange(before, after);
    if (Object.keys(fields).length)
      await recordHistory(tx, viewer, [dealEvent(deal, 'changed', fields)]);
  });
}

function assertOutcomeSeen(
  before: StoredOutcome,
  after: StoredOutcome,
  seen: string | undefined,
): void {
  const current = getOutcomeVersion(before);
  if (seen === undefined || seen === current || getOutcomeVersion(after) === current) return;
  throw conflict('The outcome has been changed since you opened it.');
}

function describeChange(before: StoredOutcome, after: StoredOutcome): FieldChanges {
  const describe = ({ outcome, outcomeNote }: StoredOutcome) => ({
    outcome: outcome && OUTCOME_LABELS[outcome],
    outcomeNote,
  });
  return diffFields(['outcome', 'outcomeNote'], describe(before), describe(after));
}
