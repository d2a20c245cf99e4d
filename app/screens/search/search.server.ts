import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db } from '#db/client';
import { foldings } from '#db/fold';
import { notes } from '#db/schema';
import type { Viewer } from '~/models/access';
import { formatDateTime, type Locale } from '~/models/dates';
import { NOTES_PER_PAGE } from '~/models/note/list.server';
import { type FoundNote, searchNotes } from '~/models/note/search.server';
import { isUrgent, roundLabel } from '~/models/pipeline/options';
import { searchTerm, shortName } from '~/models/text';
import { type FoundDeal, readSearch, searchDeals } from '~/models/pipeline/search.server';

/** The most of each on the page, and among the suggestions below the header's box. */
const MOST_FOUND = 50;
const SUGGESTED_DEALS = 8;
const SUGGESTED_NOTES = 4;

/** Deals and notes with the text; `isShort` if it is too short to search for. */
export async function searchView(viewer: Viewer, text: string, locale: Locale) {
  const { deals, found } = await find(viewer, text, MOST_FOUND + 1, MOST_FOUND + 1);
  return {
    text,
    isShort: Boolean(text) && !readSearch(text),
    deals: deals.slice(0, MOST_FOUND).map((deal) => dealView(deal, text)),
    hasMoreDeals: deals.length > MOST_FOUND,
    notes: (await withAddresses(found.slice(0, MOST_FOUND))).map((note) => ({
      ...note,
      at: formatDateTime(note.at, locale),
    })),
    hasMoreNotes: found.length > MOST_FOUND,
  };
}
export type SearchView = Awaited<ReturnType<typeof searchView>>;

/** The first few deals and notes with the text. */
export async function suggestionsView(viewer: Viewer, text: string) {
  const { deals, found } = await find(viewer, text, SUGGESTED_DEALS, SUGGESTED_NOTES);
  return {
    deals: deals.map((deal) => {
      const { id, company, leader, owner } = dealView(deal, text);
      return { address: `/pipeline/${id}`, company, about: leader ?? owner };
    }),
    notes: (await withAddresses(found)).map(({ address, companyName, excerpt }) => ({
      address,
      company: companyName,
      about: excerpt.before + excerpt.hit + excerpt.after,
    })),
  };
}
export type SuggestionsView = Awaited<ReturnType<typeof suggestionsView>>;

async function find(viewer: Viewer, text: string, mostDeals: number, mostNotes: number) {
  const deals = await searchDeals(viewer, text, mostDeals);
  return { deals, found: await searchNotes(viewer, text, mostNotes) };
}

function dealView(deal: FoundDeal, text: string) {
  const { fundingRound: round, targetFundingSize: size } = deal;
  return {
    id: deal.id,
    company: deal.companyName,
    leader: leaderWith(deal, text),
    owner: shortName(deal.owner),
    facts: [round && roundLabel(round), size].filter(Boolean).join(' · '),
    score: deal.evaluationScore,
    urgent: isUrgent(deal),
  };
}

/** Who of its leaders has the text in the name. */
function leaderWith({ ceoName, cooName, cfoName }: FoundDeal, text: string): string | undefined {
  const forms = foldings(searchTerm(text));
  const has = (name: string) => forms.some((form) => name.includes(form));
  const leaders = [
    [ceoName, 'CEO'],
    [cooName, 'CFO/COO'],
    [cfoName, 'Other Visitors'],
  ] as const;
  const found = leaders.find(([name]) => name && foldings(name).some(has));
  return found && `${found[0]}, ${found[1]}`;
}

/** Where a note stands: on the deal's page, or for an older one on a page of its notes. */
async function withAddresses(found: FoundNote[]) {
  const after = await notesAfter(found.map(({ id }) => id));
  return found.map(({ id, pipelineId, ...note }) => {
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
