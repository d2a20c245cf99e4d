import { z } from 'zod';
import { parseReviewQuery } from '~/address/review-query';
import { isStaff, type Viewer } from '~/domain/access';
import { toAttachmentJson } from '~/domain/attachment/json';
import { listAttachments } from '~/domain/attachment/list.server';
import { toContactJson } from '~/domain/contact/json';
import { listContacts } from '~/domain/contact/list.server';
import { listActiveCustomFields, listCustomFields } from '~/domain/custom-field/list.server';
import { countDeals } from '~/domain/deal/count.server';
import { getDeal } from '~/domain/deal/get.server';
import { toDealJson } from '~/domain/deal/json';
import { findFinalWinner } from '~/domain/deal/merges.server';
import { ALL_DEALS, type DealQuery } from '~/domain/deal/query';
import { getCustomFieldSortKey, parseCustomFieldSort, SORTS } from '~/domain/deal/sort';
import { CATEGORIES } from '~/domain/evaluation/criteria';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { computeCategoryScore } from '~/domain/evaluation/score';
import { toInboxItemJson } from '~/domain/inbox/json';
import { countInboxItems, type InboxQuery, listInboxItems } from '~/domain/inbox/list.server';
import { toNoteJson } from '~/domain/note/json';
import { listNoteIds, listNotesByIds } from '~/domain/note/list.server';
import type { Page } from '~/domain/pagination';
import { roundScore } from '~/domain/score/score';
import { normalizeSearchTerm } from '~/domain/search/search-term';
import { toOwnTaskJson, toTaskJson } from '~/domain/task/json';
import { countOwnTasks, listOwnTasks, listTasks } from '~/domain/task/list.server';
import { findUser, findUserByEmail } from '~/domain/user/get.server';
import { invalid } from '~/errors';
import type { Locale } from '~/format/locale';
import { readDealsJson } from '~/http/api/deals.server';
import { loadReviewJson } from '~/http/api/review.server';
import { answerWithList, answerWithRecord } from './answer';
import { parseListFilter } from './list-filters.server';
import { DealId, defineTool, Limit, MAX_ITEMS, Offset, OptionalLimit } from './tool';

/** An assistant has no time zone of its own. */
const LOCALE: Locale = { language: 'en', timeZone: 'UTC' };

const PENDING: InboxQuery = { state: 'pending' };

/** Contacts, open tasks and notes in the answer of `get_deal`, each. */
const MAX_PARTS = 20;

const Line = (description: string) => z.string().trim().max(200).describe(description).optional();

export const READ_TOOLS = [
  defineTool({
    name: 'search_deals',
    description: 'Find deals by part of a company name or of the name of a leader, newest first.',
    input: z.object({
      query: z.string().trim().min(1, 'Please send what to look for').max(200),
      limit: Limit,
      offset: Offset,
    }),
    run: (viewer, { query, ...page }) =>
      answerWithDeals(viewer, { ...ALL_DEALS, search: normalizeSearchTerm(query) }, page),
  }),
  defineTool({
    name: 'list_deals',
    description: 'List deals, newest first unless sorted otherwise.',
    input: z.object({
      stage: Line('The name or kind (open, won, lost, parked) of a stage.'),
      owner: Line("The owner's user id or email."),
      industry: Line("One of the deal's industries."),
      round: Line('The funding round.'),
      sort: z
        .string()
        .describe(`One of ${SORTS.join(', ')}, or field.KEY_asc or field.KEY_desc.`)
        .default('newest'),
      limit: Limit,
      offset: Offset,
    }),
    async run(viewer, { owner, sort, limit, offset, ...filters }) {
      const stage = await parseListFilter('stage', filters.stage);
      const query = {
        ...ALL_DEALS,
        industry: await parseListFilter('industry', filters.industry),
        round: await parseListFilter('round', filters.round),
        sort: await parseSort(sort),
        stage: stage ? [stage] : undefined,
      };
      const userId = await parseOwner(viewer, owner);
      return answerWithDeals(viewer, { ...query, userId }, { limit, offset });
    },
  }),
  defineTool({
    name: 'get_deal',
    description: `Get a deal: its facts, custom fields and stage, its first ${MAX_PARTS} contacts and open tasks, its last ${MAX_PARTS} notes, and a summary of its evaluation. Of a deal that was merged, get the one it was merged into: mergedFrom is then the id that was asked for.`,
    input: z.object({ id: DealId }),
    run: async (viewer, { id }) => answerWithRecord(await readDealOrWinner(viewer, id)),
  }),
  defineTool({
    name: 'list_notes',
    description: 'List the notes of a deal, newest first.',
    input: z.object({ id: DealId, limit: Limit, offset: Offset }),
    async run(viewer, { id, limit, offset }) {
      const ids = await listNoteIds(viewer, id);
      const notes = (await listNotesByIds(ids.slice(offset, offset + limit))).map(toNoteJson);
      return answerWithList('notes', notes, { total: ids.length, limit, offset });
    },
  }),
  defineTool({
    name: 'list_files',
    description: 'List the names, sizes and hashes of the files of a deal, without their contents.',
    input: z.object({ id: DealId, offset: Offset }),
    async run(viewer, { id, offset }) {
      const files = (await listAttachments(viewer, id)).map(toAttachmentJson);
      return answerWithList('files', files.slice(offset), { total: files.length, offset });
    },
  }),
  defineTool({
    name: 'get_review',
    description:
      "Get the deals that need attention since Monday: all for staff, a user's own for a user.",
    input: z.object({}),
    run: async (viewer) =>
      answerWithRecord({
        ...(await loadReviewJson(viewer, parseReviewQuery(new URLSearchParams()), LOCALE)),
      }),
  }),
  defineTool({
    name: 'list_tasks',
    description: "List the caller's open tasks on all deals, soonest first.",
    input: z.object({ limit: OptionalLimit, offset: Offset }),
    async run(viewer, page) {
      const tasks = (await listOwnTasks(viewer, page)).map(toOwnTaskJson);
      return answerWithList('tasks', tasks, { total: await countOwnTasks(viewer), ...page });
    },
  }),
  defineTool({
    name: 'list_inbox',
    description: 'List what came in and nobody has decided on, newest first. For those who triage.',
    input: z.object({ limit: OptionalLimit, offset: Offset }),
    async run(viewer, { limit, offset }) {
      const items = await listInboxItems(viewer, PENDING, { limit: limit ?? MAX_ITEMS, offset });
      const total = await countInboxItems(viewer, PENDING);
      return answerWithList('items', items.map(toInboxItemJson), { total, limit, offset });
    },
  }),
];

/**
 * Returns the id of an owner, or '' for everybody. Throws 400 for an unknown one to staff; others
 * must not learn who has an account.
 */
async function parseOwner(viewer: Viewer, owner = ''): Promise<string> {
  if (!owner) return '';
  const user = owner.includes('@') ? await findUserByEmail(owner) : await findUser(owner);
  if (!user && isStaff(viewer))
    throw invalid([{ path: 'owner', message: 'There is no such user. Send an id or an email' }]);
  return user?.id ?? owner;
}

async function parseSort(sort: string): Promise<DealQuery['sort']> {
  const standardSort = SORTS.find((known) => known === sort);
  if (standardSort) return standardSort;
  const key = getCustomFieldSortKey(sort);
  const byField = parseCustomFieldSort(sort);
  if (byField && (await listActiveCustomFields()).some((field) => field.key === key))
    return byField;
  throw invalid([{ path: 'sort', message: 'There is no such sort order' }]);
}

async function answerWithDeals(viewer: Viewer, query: DealQuery, page: Page) {
  const deals = readDealsJson(viewer, query, page);
  return answerWithList('deals', deals, { total: await countDeals(viewer, query), ...page });
}

async function readDealOrWinner(viewer: Viewer, id: number) {
  const merge = await findFinalWinner(viewer, id);
  const deal = await readDeal(viewer, merge?.to ?? id);
  return merge ? { mergedFrom: merge.from, ...deal } : deal;
}

async function readDeal(viewer: Viewer, id: number) {
  const deal = await getDeal(viewer, id);
  const [customFields, contacts, tasks, noteIds, evaluation] = await Promise.all([
    listCustomFields(),
    listContacts(viewer, id, { limit: MAX_PARTS, offset: 0 }),
    listTasks(viewer, id),
    listNoteIds(viewer, id),
    findEvaluation(viewer, id),
  ]);
  const notes = await listNotesByIds(noteIds.slice(0, MAX_PARTS));
  const openTasks = tasks.filter(({ done }) => !done).slice(0, MAX_PARTS);
  return {
    ...toDealJson(deal, customFields),
    contacts: contacts.map(toContactJson),
    tasks: openTasks.map(toTaskJson),
    notes: notes.map(toNoteJson),
    evaluation: evaluation
      ? {
          overallScore: evaluation.overallScore,
          categories: Object.fromEntries(
            CATEGORIES.map((category) => [
              category.title,
              roundScore(computeCategoryScore(evaluation, category)),
            ]),
          ),
        }
      : null,
  };
}
