import { and, eq } from 'drizzle-orm';
import { decisions, type FieldChanges } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { diffFields } from '~/domain/history/field-value';
import { dealEvent, recordHistory } from '~/domain/history/record.server';
import { notFound } from '~/errors';
import { OUTCOME_LABELS } from './outcomes';
import type { OutcomeInput } from './schema';
import { isNotUndone } from './undone.server';

export async function setOutcome(
  viewer: Viewer,
  dealId: number,
  decisionId: number,
  { outcome, outcomeNote }: OutcomeInput,
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

type StoredOutcome = Pick<typeof decisions.$inferSelect, 'outcome' | 'outcomeNote'>;

function describeChange(before: StoredOutcome, after: StoredOutcome): FieldChanges {
  const describe = ({ outcome, outcomeNote }: StoredOutcome) => ({
    outcome: outcome && OUTCOME_LABELS[outcome],
    outcomeNote,
  });
  return diffFields(['outcome', 'outcomeNote'], describe(before), describe(after));
}
