import { and, eq, inArray } from 'drizzle-orm';
import { deals, evaluations } from '#db/schema';
import { EvaluationInput } from '~/domain/evaluation/schema';
import { type EvaluationEdit, upsertEvaluations } from '~/domain/evaluation/update.server';
import { visibleTo } from '~/domain/visibility.server';
import { parseInput } from '~/errors';
import { claimUnchangedValues } from './accepted-values.server';
import type { ChosenRow } from './chosen-rows.server';
import type { ApplyContext } from './context.server';

export async function updateEvaluations(context: ApplyContext, rows: ChosenRow[]): Promise<void> {
  const ids = rows.flatMap(({ dealId }) => dealId ?? []);
  const dealsById = await findEvaluatedDeals(context, ids);
  const edits = new Map<number, EvaluationEdit>();
  for (const row of rows) {
    const stored = row.dealId === null ? undefined : dealsById.get(row.dealId);
    const values = stored && claimUnchangedValues(context, row, { ...stored.before });
    if (!stored || !values) context.result.changedCompanies.push(row.outcome.name);
    else if (Object.keys(values).length) {
      const { id } = stored.deal;
      const changes = { ...parseInput(EvaluationInput, values), ...edits.get(id)?.changes };
      edits.set(id, { ...stored, changes });
      context.result.updated++;
    }
  }
  const { tx, viewer, operation } = context;
  await upsertEvaluations(tx, viewer, [...edits.values()], operation);
}

type EvaluatedDeal = Omit<EvaluationEdit, 'changes'>;

async function findEvaluatedDeals(
  { tx, stageDeals, viewer }: ApplyContext,
  ids: number[],
): Promise<Map<number, EvaluatedDeal>> {
  stageDeals(ids);
  const rows = await tx
    .select({
      deal: { id: deals.id, companyName: deals.companyName },
      evaluation: evaluations,
    })
    .from(deals)
    .leftJoin(evaluations, eq(evaluations.dealId, deals.id))
    .where(and(inArray(deals.id, ids), visibleTo(viewer)));
  return new Map(
    rows.map(({ deal, evaluation }) => [deal.id, { deal, before: evaluation ?? undefined }]),
  );
}
