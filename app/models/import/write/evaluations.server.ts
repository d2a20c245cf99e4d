import { and, eq, inArray } from 'drizzle-orm';
import { type Evaluation, evaluations, pipelines } from '#db/schema';
import { parse } from '~/refusal';
import { EvaluationInput } from '~/models/evaluation/schema';
import { type EvaluationEdit, storeEvaluations } from '~/models/evaluation/write.server';
import { visibleTo } from '~/models/visibility.server';
import type { ChosenRow } from './chosen.server';
import { type Importing, isDone, markDone, takenValues } from './importing.server';

/** Writes rows of an Evaluations sheet: each is about a deal that is there. */
export async function writeEvaluations(importing: Importing, rows: ChosenRow[]): Promise<void> {
  const ids = rows.flatMap(({ pipelineId }) => pipelineId ?? []);
  const found = await readEvaluated(importing, ids);
  const edits = new Map<number, EvaluationEdit>();
  for (const row of rows) {
    const stored = found.get(row.pipelineId ?? 0);
    const values = stored && valuesOf(importing, row, stored.before);
    if (!stored || !values) importing.outdated.push(row.outcome.name);
    else if (Object.keys(values).length) {
      const { id } = stored.deal;
      const changes = { ...parse(EvaluationInput, values), ...edits.get(id)?.changes };
      edits.set(id, { ...stored, changes });
      importing[row.choice === 'update' ? 'updated' : 'created']++;
    }
  }
  const { tx, viewer, written } = importing;
  await storeEvaluations(tx, viewer, [...edits.values()], written);
}

type Stored = Omit<EvaluationEdit, 'changes'>;

async function readEvaluated(
  { tx, takeDeals, viewer }: Importing,
  ids: number[],
): Promise<Map<number, Stored>> {
  takeDeals(ids);
  const rows = await tx
    .select({
      deal: { id: pipelines.id, companyName: pipelines.companyName },
      evaluation: evaluations,
    })
    .from(pipelines)
    .leftJoin(evaluations, eq(evaluations.pipelineId, pipelines.id))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  return new Map(
    rows.map(({ deal, evaluation }) => [deal.id, { deal, before: evaluation ?? undefined }]),
  );
}

/** Undefined if the evaluation is no longer as the preview showed it. */
function valuesOf(importing: Importing, row: ChosenRow, before: Evaluation | undefined) {
  if (row.choice === 'update') return takenValues(importing, row, { ...before });
  if (isDone(importing, 'evaluations', row.pipelineId!, 'created')) return {};
  if (before) return undefined;
  markDone(importing, 'evaluations', row.pipelineId!, 'created');
  return row.outcome.values;
}
