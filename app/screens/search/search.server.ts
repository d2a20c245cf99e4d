import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { foldings, searchTextOf } from '#db/fold';
import { notes } from '#db/schema';
import type { Viewer } from '~/models/access';
import { CATEGORIES } from '~/models/evaluation/criteria';
import { type Excerpt, excerptOf } from '~/models/note/excerpt';
import { formatDateTime, type Locale } from '~/models/dates';
import { type ListedLine, NOTES_PER_PAGE } from '~/models/note/list.server';
import { searchNotes } from '~/models/note/search.server';
import { isUrgent, roundLabel } from '~/models/pipeline/options';
import { searchTerm, shortName } from '~/models/text';
import { type FoundDeal, searchDeals } from '~/models/pipeline/search.server';

/** The most of each on the page, and among the suggestions below the header's box. */
const MOST_FOUND = 50;
const SUGGESTED_DEALS = 8;
const SUGGESTED_NOTES = 4;

/** Deals and notes with the text (rules 19.6 to 19.12). */
export async function searchView(viewer: Viewer, text: string, locale: Locale) {
  const { deals, noteHits } = await find(viewer, text, MOST_FOUND + 1, MOST_FOUND + 1);
  return {
    text,
    deals: await dealViews(deals.slice(0, MOST_FOUND), text),
    hasMoreDeals: deals.length > MOST_FOUND,
    notes: (await withAddresses(noteHits.slice(0, MOST_FOUND))).map((note) => ({
      ...note,
      at: formatDateTime(note.at, locale),
    })),
    hasMoreNotes: noteHits.length > MOST_FOUND,
  };
}
export type SearchView = Awaited<ReturnType<typeof searchView>>;

/** The first few deals and notes with the text. */
export async function suggestionsView(viewer: Viewer, text: string) {
  const { deals, noteHits } = await find(viewer, text, SUGGESTED_DEALS, SUGGESTED_NOTES);
  return {
    deals: (await dealViews(deals, text)).map(({ id, company, leader, owner, within }) => {
      const details = leader ?? (within && `${within.label}: ${textOf(within.excerpt)}`) ?? owner;
      return { address: `/pipeline/${id}`, company, details };
    }),
    notes: (await withAddresses(noteHits)).map(({ address, companyName, excerpt }) => ({
      address,
      company: companyName,
      details: textOf(excerpt),
    })),
  };
}
export type SuggestionsView = Awaited<ReturnType<typeof suggestionsView>>;

const textOf = ({ before, hit, after }: Excerpt) => before + hit + after;

async function find(viewer: Viewer, text: string, mostDeals: number, mostNotes: number) {
  const deals = await searchDeals(viewer, text, mostDeals);
  return { deals, noteHits: await searchNotes(viewer, text, mostNotes) };
}

/** Others have their turn in between: texts of 100,000 characters are looked through for each. */
async function dealViews(deals: FoundDeal[], text: string) {
  const views: ReturnType<typeof dealView>[] = [];
  const search = searchTerm(text);
  const forms = foldings(search);
  const has: Has = (stored) =>
    foldings(stored).some((folding) => forms.some((form) => folding.includes(form)));
  for await (const [deal] of inChunks(deals, 1)) views.push(dealView(deal!, search, has));
  return views;
}

/** Whether a text has what is searched for. */
type Has = (text: string) => boolean;

function dealView(deal: FoundDeal, search: string, has: Has) {
  const { fundingRound: round, targetFundingSize: size } = deal;
  const leader = leaderWith(deal, has);
  return {
    id: deal.id,
    company: deal.companyName,
    leader,
    within: leader || has(deal.companyName) ? undefined : textWith(deal, search, has),
    owner: shortName(deal.owner),
    facts: [round && roundLabel(round), size].filter(Boolean).join(' · '),
    score: deal.evaluationScore,
    urgent: isUrgent(deal),
  };
}

/** The first of its longer texts that has what is searched for. */
function textWith(
  deal: FoundDeal,
  search: string,
  has: Has,
): { label: string; excerpt: Excerpt } | undefined {
  const { businessIntroduction, keyBusinessNumbers, comments, industries, evaluation } = deal;
  const texts: [label: string, text: string | null | undefined][] = [
    ['Introduction', businessIntroduction],
    ['Metrics', keyBusinessNumbers],
    ['Comments', comments],
    ['Industry', industries.find(has)],
    ...CATEGORIES.map(({ title, notes }): [string, string | null | undefined] => [
      `${title} notes`,
      evaluation?.[notes],
    ]),
    ['Contact', deal.contact],
    ['File', deal.file],
  ];
  const [label, hit] = texts.find(([, text]) => text && has(text)) ?? [];
  if (!label || !hit) return undefined;
  return { label, excerpt: excerptOf(hit, searchTextOf(hit), search) };
}

/** The first leader of the deal whose name has the text. */
function leaderWith({ ceoName, cooName, cfoName }: FoundDeal, has: Has): string | undefined {
  const leaders = [
    [ceoName, 'CEO'],
    [cooName, 'CFO/COO'],
    [cfoName, 'Other Visitors'],
  ] as const;
  const leader = leaders.find(([name]) => name && has(name));
  return leader && `${leader[0]}, ${leader[1]}`;
}

/** Where a note stands: on the deal's page, or for an older one on a page of its notes. */
async function withAddresses(lines: ListedLine[]) {
  const after = await notesAfter(lines.map(({ id }) => id));
  return lines.map(({ id, pipelineId, ...note }) => {
    const page = Math.floor((after.get(id) ?? 0) / NOTES_PER_PAGE) + 1;
    const path =
      page > 1 ? `/pipeline/${pipelineId}/notes?page=${page}` : `/pipeline/${pipelineId}`;
    return { ...note, id, address: `${path}#note-${id}` };
  });
}

/** How many newer notes their deals have. */
async function notesAfter(ids: number[]): Promise<Map<number, number>> {
  if (!ids.length) return new Map();
  const newer = alias(notes, 'newer');
  const rows = await db
    .select({ id: notes.id, count: sql<number>`count(${newer.id})` })
    .from(notes)
    .leftJoin(newer, and(eq(newer.pipelineId, notes.pipelineId), gt(newer.id, notes.id)))
    .where(inArray(notes.id, ids))
    .groupBy(notes.id);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
