import { buildSearchText, listFoldings } from '#db/fold';
import type { Viewer } from '~/domain/access';
import { isUrgent } from '~/domain/deal/meeting-due';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { type FoundDeal, searchDeals } from '~/domain/deal/search.server';
import { CATEGORIES } from '~/domain/evaluation/criteria';
import { listInboxItems } from '~/domain/inbox/list.server';
import { canTriage } from '~/domain/intake/settings.server';
import { countNewerNotes } from '~/domain/note/count-newer.server';
import { createSearchExcerpt, type Excerpt } from '~/domain/note/excerpt';
import type { NoteExcerpt } from '~/domain/note/list.server';
import { searchNotes } from '~/domain/note/search.server';
import { NOTES_PER_PAGE } from '~/domain/note/thread.server';
import { getShortName } from '~/domain/person/names';
import { normalizeSearchTerm } from '~/domain/search/search-term';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { toItemView } from '~/ui/inbox/item-view.server';

const MAX_SEARCH_RESULTS = 50;
const MAX_FOUND_ITEMS = 20;

const MAX_SUGGESTED_DEALS = 8;

const MAX_SUGGESTED_NOTES = 4;

export async function loadSearchView(viewer: Viewer, text: string, locale: Locale) {
  const { deals, noteHits } = await findDealsAndNotes(
    viewer,
    text,
    MAX_SEARCH_RESULTS + 1,
    MAX_SEARCH_RESULTS + 1,
  );
  return {
    text,
    deals: toDealViews(deals.slice(0, MAX_SEARCH_RESULTS), text),
    hasMoreDeals: deals.length > MAX_SEARCH_RESULTS,
    notes: (await addNoteAddresses(noteHits.slice(0, MAX_SEARCH_RESULTS))).map((note) => ({
      ...note,
      at: formatDateTime(note.at, locale),
    })),
    hasMoreNotes: noteHits.length > MAX_SEARCH_RESULTS,
    items: text ? await findPendingItems(viewer, text, locale) : [],
  };
}

async function findPendingItems(viewer: Viewer, search: string, locale: Locale) {
  if (!(await canTriage(viewer))) return [];
  const items = await listInboxItems(
    viewer,
    { state: 'pending', search },
    { limit: MAX_FOUND_ITEMS, offset: 0 },
  );
  return items.map((item) => toItemView(item, locale));
}

export type SearchView = Awaited<ReturnType<typeof loadSearchView>>;

export async function loadSuggestionsView(viewer: Viewer, text: string) {
  const { deals, noteHits } = await findDealsAndNotes(
    viewer,
    text,
    MAX_SUGGESTED_DEALS,
    MAX_SUGGESTED_NOTES,
  );
  return {
    deals: toDealViews(deals, text).map(({ id, company, leader, owner, within }) => {
      const details =
        leader ?? (within && `${within.label}: ${joinExcerpt(within.excerpt)}`) ?? owner;
      return { address: `/pipeline/${id}`, company, details };
    }),
    notes: (await addNoteAddresses(noteHits)).map(({ address, companyName, excerpt }) => ({
      address,
      company: companyName,
      details: joinExcerpt(excerpt),
    })),
  };
}

export type SuggestionsView = Awaited<ReturnType<typeof loadSuggestionsView>>;

const joinExcerpt = ({ before, hit, after }: Excerpt) => before + hit + after;

async function findDealsAndNotes(
  viewer: Viewer,
  text: string,
  mostDeals: number,
  mostNotes: number,
) {
  const deals = await searchDeals(viewer, text, mostDeals);
  return { deals, noteHits: await searchNotes(viewer, text, mostNotes) };
}

function toDealViews(deals: FoundDeal[], text: string) {
  const search = normalizeSearchTerm(text);
  const forms = listFoldings(search);
  const has: MatchesText = (stored) =>
    listFoldings(stored).some((folding) => forms.some((form) => folding.includes(form)));
  return deals.map((deal) => toDealView(deal, search, has));
}

type MatchesText = (text: string) => boolean;

function toDealView(deal: FoundDeal, search: string, has: MatchesText) {
  const { fundingRound: round, targetFundingSize: size } = deal;
  const leader = findMatchingLeader(deal, has);
  return {
    id: deal.id,
    company: deal.companyName,
    leader,
    within: leader || has(deal.companyName) ? undefined : findMatchingText(deal, search, has),
    owner: getShortName(deal.owner),
    facts: [round && getFundingRoundLabel(round), size].filter(Boolean).join(' · '),
    score: deal.evaluationScore,
    urgent: isUrgent(deal),
  };
}

function findMatchingText(
  deal: FoundDeal,
  search: string,
  has: MatchesText,
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
  return { label, excerpt: createSearchExcerpt(hit, buildSearchText(hit), search) };
}

function findMatchingLeader(
  { ceoName, cooName, cfoName }: FoundDeal,
  has: MatchesText,
): string | undefined {
  const leaders = [
    [ceoName, 'CEO'],
    [cooName, 'CFO/COO'],
    [cfoName, 'Other Visitors'],
  ] as const;
  const leader = leaders.find(([name]) => name && has(name));
  return leader && `${leader[0]}, ${leader[1]}`;
}

async function addNoteAddresses(lines: NoteExcerpt[]) {
  const after = await countNewerNotes(lines.map(({ id }) => id));
  return lines.map(({ id, dealId, ...note }) => {
    const page = Math.floor((after.get(id) ?? 0) / NOTES_PER_PAGE) + 1;
    const path = page > 1 ? `/pipeline/${dealId}/notes?page=${page}` : `/pipeline/${dealId}`;
    return { ...note, id, address: `${path}#note-${id}` };
  });
}
