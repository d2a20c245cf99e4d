import { and, asc, desc, eq, like, or } from 'drizzle-orm';
import { db } from '#db/client';
import { type Change, changes, evaluations, type FieldValue, pipelines } from '#db/schema';
import { NOTES } from '~/models/evaluation/criteria';
import { PIPELINE_FIELDS } from '~/models/pipeline/fields';
import { fieldLabel } from './fields';

/**
 * Until November 2026 a page could split a multi-byte character; the form then showed U+FFFD in its
 * place, and saving the form stored it.
 */
const REPLACEMENT = '\ufffd';

export interface DamagedText {
  dealId: number;
  companyName: string;
  field: string;
  now: string;
  /** The last undamaged value in the history, with the change that replaced it, if there is one. */
  before?: { value: string; at: Date; actorEmail: string | null };
}

const DEAL_TEXTS = PIPELINE_FIELDS.filter(({ kind }) => kind !== 'day' && kind !== 'score').map(
  ({ key }) => key,
);

export async function listDamagedTexts(): Promise<DamagedText[]> {
  const deals = await db
    .select()
    .from(pipelines)
    .where(or(...DEAL_TEXTS.map((field) => like(pipelines[field], `%${REPLACEMENT}%`))))
    .orderBy(asc(pipelines.id));
  const evaluated = await db
    .select({ id: pipelines.id, companyName: pipelines.companyName, evaluation: evaluations })
    .from(evaluations)
    .innerJoin(pipelines, eq(pipelines.id, evaluations.pipelineId))
    .where(or(...NOTES.map((field) => like(evaluations[field], `%${REPLACEMENT}%`))))
    .orderBy(asc(pipelines.id));
  const damaged = [
    ...(await Promise.all(deals.map((deal) => damagedIn(deal, 'pipeline', DEAL_TEXTS, deal)))),
    ...(await Promise.all(
      evaluated.map(({ evaluation, ...deal }) => damagedIn(deal, 'evaluation', NOTES, evaluation)),
    )),
  ];
  return damaged.flat().sort((a, b) => a.dealId - b.dealId);
}

async function damagedIn<Field extends string>(
  { id, companyName }: { id: number; companyName: string },
  subject: Change['subject'],
  fields: readonly Field[],
  row: Record<Field, FieldValue>,
): Promise<DamagedText[]> {
  const history = await db
    .select()
    .from(changes)
    .where(and(eq(changes.subject, subject), eq(changes.subjectId, String(id))))
    .orderBy(desc(changes.id));
  return fields
    .filter((field) => isDamaged(row[field]))
    .map((field) => ({
      dealId: id,
      companyName,
      field: fieldLabel(field),
      now: asText(row[field]),
      before: undamaged(history, field),
    }));
}

function undamaged(history: Change[], field: string): DamagedText['before'] {
  for (const { fields, at, actorEmail } of history) {
    const [from = null] = fields[field] ?? [];
    if (asText(from) && !isDamaged(from)) return { value: asText(from), at, actorEmail };
  }
  return undefined;
}

function isDamaged(value: FieldValue): boolean {
  return asText(value).includes(REPLACEMENT);
}

function asText(value: FieldValue): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
