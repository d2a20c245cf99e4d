import { yieldToEventLoop } from '#db/chunks';
import { readMoney } from '#db/money';
import { isInCharge, type Viewer } from '~/models/access';
import { formatDateTime, type Locale } from '~/models/dates';
import { latestActor } from '~/models/history/since.server';
import type { Page } from '~/models/page';
import { listMembers } from '~/models/member/members.server';
import { OWN_SECTION } from '~/models/field/kinds';
import { displayName, namesText } from '~/models/text';
import { fullOwnerName } from '~/models/user/owners.server';
import { DETAILS_SECTIONS, type DetailsSection, PIPELINE_FIELDS } from '~/models/pipeline/fields';
import { fieldText, followUp } from '~/models/pipeline/texts';
import { listPipelineIds, type PipelineDetails } from '~/models/pipeline/list.server';
import type { PipelineQuery } from '~/models/pipeline/query';
import { findPipeline } from '~/models/pipeline/write.server';
import { ownFacts } from './own.server';

interface OpenedIn {
  query: PipelineQuery;
  slice: Page;
  total: number;
}

/** Data of the details dialog; undefined without an id, or if the deal is not visible. */
export async function detailsView(
  viewer: Viewer,
  id: string | null,
  list: OpenedIn,
  locale: Locale,
) {
  const pipeline = /^[1-9]\d{0,14}$/.test(id ?? '')
    ? await findPipeline(viewer, Number(id))
    : undefined;
  if (!pipeline) return undefined;
  const facts = await dealFacts(viewer, pipeline, locale);
  // The list is sorted once more: others have their turn before.
  await yieldToEventLoop();
  return { ...facts, place: await placeInList(viewer, pipeline.id, list) };
}
export type DetailsView = NonNullable<Awaited<ReturnType<typeof detailsView>>>;

/** A deal has up to 500 colleagues; all of them are on a page of their own. */
const NAMED_COLLEAGUES = 20;

/** The facts of a visible deal, field by field, in the sections of the details. */
export async function dealFacts(
  viewer: Viewer,
  pipeline: PipelineDetails,
  locale: Locale,
  titles: readonly DetailsSection[] = DETAILS_SECTIONS,
) {
  const [own, owner, colleagues, updatedBy] = await Promise.all([
    ownFacts(pipeline.fields, locale),
    fullOwnerName(pipeline.userId),
    listMembers(viewer, pipeline.id),
    latestActor(pipeline.id),
  ]);
  return {
    id: pipeline.id,
    companyName: pipeline.companyName,
    score: pipeline.evaluationScore,
    due: followUp(pipeline, locale),
    owner,
    colleagues: namesText(
      colleagues.slice(0, NAMED_COLLEAGUES).map(displayName),
      colleagues.length,
    ),
    isInCharge: isInCharge(viewer, pipeline),
    stage: pipeline.stage,
    updated: formatDateTime(pipeline.updatedAt, locale),
    updatedBy,
    sections: withOwn(factSections(pipeline, locale, titles), own),
  };
}

/** The specified fields of a deal, in these sections. */
export function factSections(
  pipeline: PipelineDetails,
  locale: Locale,
  titles: readonly DetailsSection[] = DETAILS_SECTIONS,
) {
  return titles.map((title) => ({
    title,
    facts: PIPELINE_FIELDS.flatMap((field) => {
      const { key, kind, label, details } = field;
      if (details === 'title' || details.section !== title) return [];
      const value = fieldText(field, pipeline, locale);
      const note = key === 'targetFundingSize' ? middleText(pipeline) : undefined;
      return [{ key, kind, label: details.label ?? label, value, note }];
    }),
  }));
}

interface Section<Fact> {
  title: string;
  facts: Fact[];
}

/** Own fields stand in a section of theirs, if any is filled. */
export function withOwn<Fact, Own>(sections: Section<Fact>[], own: Own[]): Section<Fact | Own>[] {
  return own.length ? [...sections, { title: OWN_SECTION, facts: own }] : sections;
}

/** The amount that a range counts as. */
function middleText({ targetFundingSize }: PipelineDetails): string | undefined {
  const size = readMoney(targetFundingSize);
  if (!size?.isMiddle) return undefined;
  return `${size.currency} ${size.amount.toLocaleString('en-US')}, middle of the range`;
}
export type DealFactsView = Awaited<ReturnType<typeof dealFacts>>;

/**
 * The deal's place in the list, from 1, and the deals before and after it with their pages, across
 * the ends of a page. Undefined if the deal is not on the page that the list is open at.
 */
async function placeInList(viewer: Viewer, id: number, { query, slice, total }: OpenedIn) {
  const before = Math.min(slice.offset, 1);
  const around = { limit: slice.limit + before + 1, offset: slice.offset - before };
  const ids = await listPipelineIds(viewer, query, around);
  const index = ids.indexOf(id);
  const offset = index - before;
  if (offset < 0 || offset >= slice.limit) return undefined;
  const neighbour = (step: number) => {
    const neighbourId = ids[index + step];
    const page = Math.floor((slice.offset + offset + step) / slice.limit) + 1;
    return neighbourId === undefined ? undefined : { id: neighbourId, page };
  };
  return {
    position: slice.offset + offset + 1,
    total,
    previous: neighbour(-1),
    next: neighbour(1),
  };
}
