import { and, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { pipelines } from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { ownWords } from '~/models/field/fields.server';
import { fieldLabel, HIDDEN_FIELDS, ITEM_FIELDS, SUBJECT_LABELS } from '~/models/timeline/labels';
import { visibleTo } from '~/models/visibility.server';
import {
  actedDeals,
  actTouches,
  discardedBy,
  hasTouched,
  laterTouches,
  notesAddedBy,
  type Touch,
} from './acted.server';

/** A deal that an undo left as it was, or some of whose fields. */
interface KeptDeal {
  id: number;
  companyName: string;
  /** Such as 'CEO, Comments: changed since by Ana Silva.' */
  why: string;
  /** It was deleted since. */
  isGone: boolean;
}

export interface Kept {
  /** By company name: what the viewer sees, or has deleted. */
  deals: KeptDeal[];
  /** How many others there are: deleted by others, or no longer visible. Which of both is not told. */
  unseen: number;
}

/** Returns what the undo at `undoneAt` has left of an act, as far as the viewer may know of it. */
export async function keptOf(
  from: Db,
  viewer: Viewer,
  actId: string,
  undoneAt: Date,
): Promise<Kept> {
  const keptDeals: KeptDeal[] = [];
  let unseen = 0;
  const { labels } = await ownWords(from);
  for await (const deals of actedDeals(from, actId)) {
    const discarded = await discardedBy(from, actId, deals);
    const ids = deals.flatMap(({ id }) => (discarded.has(id) ? [] : [id]));
    if (!ids.length) continue;
    const touches = await actTouches(from, actId, ids);
    const noted = new Set((await notesAddedBy(from, touches)).map((note) => note.pipelineId));
    const left = ids.flatMap((id) => leftOf(touches, id, noted.has(id)) ?? []);
    if (!left.length) continue;
    const leftIds = left.map(({ id }) => id);
    const since = (await laterTouches(from, actId, leftIds, touches[0]!.id)).filter(
      ({ at }) => at <= undoneAt,
    );
    const visible = await visibleIds(from, viewer, leftIds);
    for (const deal of left) {
      const later = since.filter((touch) => touch.deal === deal.id);
      const fate = later.findLast(isFate);
      const isDeleted = fate?.act === 'deleted';
      if (isDeleted && deal.isNew) continue;
      const isSeen = isDeleted
        ? isStaff(viewer) || fate.actorId === viewer.id
        : visible.has(deal.id);
      if (!isSeen) unseen++;
      else {
        const why = isDeleted ? `Deleted since by ${fate.by}.` : whyKept(deal, later, labels);
        const { id, companyName } = deal;
        keptDeals.push({ id, companyName, why, isGone: isDeleted });
      }
    }
  }
  keptDeals.sort((a, b) => a.companyName.localeCompare(b.companyName, 'en') || a.id - b.id);
  return { deals: keptDeals, unseen };
}

/** A field, or with WHOLE an evaluation, a note or a contact that the act has created. */
interface Field {
  subject: Touch['subject'];
  field: string;
}
const WHOLE = '';
const DERIVED = ['overallScore', 'reason', 'reasonText', ...HIDDEN_FIELDS, ...ITEM_FIELDS];

interface Left {
  id: number;
  companyName: string;
  isNew: boolean;
  fields: Field[];
}

/** What of the act's changes of a deal the undo has not reverted; undefined if nothing. */
function leftOf(touches: Touch[], id: number, isNoted: boolean): Left | undefined {
  const own = touches.filter(({ deal }) => deal === id);
  const acted = own.filter(({ isUndo }) => !isUndo);
  const undone = own.filter(({ isUndo }) => isUndo);
  const isDeleted = (subject: Touch['subject']) =>
    undone.some((touch) => touch.subject === subject && touch.act === 'deleted');
  const isNew = acted.some(({ subject, act }) => subject === 'pipeline' && act === 'created');
  const isBack = (item: Field) =>
    isDeleted(item.subject) || undone.some((touch) => hits(touch, item));
  const fields = acted
    .flatMap(fieldsOf)
    .filter((item) => (item.subject === 'note' ? isNoted : !isBack(item)));
  const { subjectName: companyName } = acted[0]!;
  return isNew || fields.length ? { id, companyName, isNew, fields } : undefined;
}

function fieldsOf({ subject, act, fields }: Touch): Field[] {
  if (subject === 'file' || (subject !== 'pipeline' && act === 'created'))
    return [{ subject, field: WHOLE }];
  const shown = (fields ?? []).filter((field) => !DERIVED.includes(field));
  return shown.map((field) => ({ subject, field }));
}

function hits(touch: Touch, { subject, field }: Field): boolean {
  return touch.subject === subject && (field === WHOLE || hasTouched(touch, field));
}

async function visibleIds(from: Db, viewer: Viewer, ids: number[]): Promise<Set<number>> {
  const rows = await from
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  return new Set(rows.map(({ id }) => id));
}

function isFate({ subject, act }: Touch): boolean {
  return subject === 'pipeline' && ['deleted', 'restored'].includes(act);
}

function whyKept({ isNew, fields }: Left, later: Touch[], own: Record<string, string>): string {
  if (isNew) return `Changed since by ${names(later)}.`;
  const labels = [...new Set(fields.map((field) => labelOf(field, own)))].join(', ');
  const touching = later.filter((touch) => fields.some((field) => hits(touch, field)));
  return touching.length
    ? `${labels}: changed since by ${names(touching)}.`
    : `${labels}: could not be reverted.`;
}

function labelOf({ subject, field }: Field, own: Record<string, string>): string {
  return field === WHOLE ? SUBJECT_LABELS[subject] : fieldLabel(field, own);
}

function names(touches: Touch[]): string {
  return new Intl.ListFormat('en').format([...new Set(touches.map(({ by }) => by))]);
}
