import { and, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import { fieldLabel, SUBJECT_LABELS } from '~/models/history/fields';
import { visibleTo } from '~/models/visibility.server';
import { importedDeals, importTouches, laterTouches, type Touch } from './imported.server';

/** A deal that an undo left as it was, or some of whose fields. */
export interface KeptDeal {
  id: number;
  companyName: string;
  /** Such as 'CEO, Comments: changed since by Ana Silva.' */
  why: string;
}

/** What the undo at `undoneAt` has left of an import, by company name. */
export async function keptOf(
  from: Db,
  viewer: Viewer,
  importId: number,
  undoneAt: Date,
): Promise<KeptDeal[]> {
  const kept: KeptDeal[] = [];
  for await (const deals of importedDeals(from, importId)) {
    const ids = deals.flatMap(({ id, isDeleted }) => (isDeleted ? [] : [id]));
    if (!ids.length) continue;
    const touches = await importTouches(from, importId, ids);
    const left = ids.flatMap((id) => leftOf(touches, id, undoneAt) ?? []);
    if (!left.length) continue;
    const which = left.map(({ id }) => id);
    const since = (await laterTouches(from, importId, which, touches[0]!.id)).filter(
      ({ at }) => at <= undoneAt,
    );
    const visible = await visibleIds(from, viewer, which);
    for (const deal of left) {
      const later = since.filter((touch) => touch.deal === deal.id);
      const why = whyKept(deal, later, visible.has(deal.id));
      if (why) kept.push({ id: deal.id, companyName: deal.companyName, why });
    }
  }
  return kept.sort((a, b) => a.companyName.localeCompare(b.companyName, 'en') || a.id - b.id);
}

/** A field, or with WHOLE an evaluation that the import has created. */
interface Field {
  subject: Touch['subject'];
  field: string;
}
const WHOLE = '';

interface Left {
  id: number;
  companyName: string;
  isNew: boolean;
  fields: Field[];
}

/** What of the import's changes of a deal the undo did not take back; undefined if nothing. */
function leftOf(touches: Touch[], id: number, undoneAt: Date): Left | undefined {
  const own = touches.filter(({ deal }) => deal === id);
  const imported = own.filter(({ at }) => at < undoneAt);
  const undone = own.filter(({ at }) => at >= undoneAt);
  const isDeleted = (subject: Touch['subject']) =>
    undone.some((touch) => touch.subject === subject && touch.act === 'deleted');
  const isNew = imported.some(({ subject, act }) => subject === 'pipeline' && act === 'created');
  const isBack = (one: Field) => isDeleted(one.subject) || undone.some((touch) => hits(touch, one));
  const fields = imported.flatMap(fieldsOf).filter((one) => !isBack(one));
  const { subjectName: companyName } = imported[0]!;
  return isNew || fields.length ? { id, companyName, isNew, fields } : undefined;
}

function fieldsOf({ subject, act, fields }: Touch): Field[] {
  if (subject === 'evaluation' && act === 'created') return [{ subject, field: WHOLE }];
  return fields.filter((field) => field !== 'overallScore').map((field) => ({ subject, field }));
}

function hits(touch: Touch, { subject, field }: Field): boolean {
  return touch.subject === subject && (field === WHOLE || touch.fields.includes(field));
}

async function visibleIds(from: Db, viewer: Viewer, ids: number[]): Promise<Set<number>> {
  const rows = await from
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  return new Set(rows.map(({ id }) => id));
}

/** Undefined for a created deal that somebody has deleted: nothing of it is left. */
function whyKept({ isNew, fields }: Left, later: Touch[], isVisible: boolean): string | undefined {
  const fate = later.findLast(
    ({ subject, act }) => subject === 'pipeline' && ['deleted', 'restored'].includes(act),
  );
  if (fate?.act === 'deleted') return isNew ? undefined : `Deleted since by ${fate.by}.`;
  if (!isVisible) return 'You do not see this deal any more.';
  if (isNew) return `Changed since by ${names(later)}.`;
  const labels = [...new Set(fields.map(labelOf))].join(', ');
  const touching = later.filter((touch) => fields.some((field) => hits(touch, field)));
  return touching.length
    ? `${labels}: changed since by ${names(touching)}.`
    : `${labels}: could not be reverted.`;
}

function labelOf({ field }: Field): string {
  return field === WHOLE ? SUBJECT_LABELS.evaluation : fieldLabel(field);
}

function names(touches: Touch[]): string {
  return new Intl.ListFormat('en').format([...new Set(touches.map(({ by }) => by))]);
}
