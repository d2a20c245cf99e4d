import { NOTES_KEYS } from '~/domain/evaluation/criteria';
import { ACCESS_TABLE } from '../support/access-table';
import type { Actor } from '../support/actors';
import { ADMIN } from '../support/running-server';
import {
  type Burst,
  createFieldReads,
  createGroup,
  createReads,
  createToolCalls,
  createWrites,
  getAllowedActor,
} from './bursts';
import { listFields } from './parts/fields';
import { FULL_DEAL_SUBMISSION } from './parts/full-deal';
import { longText, markedText, range } from './texts';

/** Each row of the access table once, by somebody who may. */
const TABLE_BURSTS: Burst[] = ACCESS_TABLE.map((row) => ({
  title: `${row.method} ${row.path}`,
  requests: [{ row, actor: getAllowedActor(row) }],
}));

/** The first deals of the fund, which have the longest custom texts. */
const SELECTED_IDS = range(100)
  .map((n) => `id=${n + 1}`)
  .join('&');

const STAFF: Actor[] = ['admin', 'manager'];
/** Evaluators of the full deal's rounds. */
const EVALUATORS: Actor[] = ['owner', 'member', 'admin'];
const LONG_NOTES = Object.fromEntries(NOTES_KEYS.map((key) => [key, longText(4_000)]));
/** A memo with the longest texts, a full round and all files that it may have. */
const LARGE_MEMO =
  `roundId={closed}&title=Memo&summary=${'s'.repeat(5_000)}&risks=${'r'.repeat(5_000)}&` +
  `questions=${'q'.repeat(5_000)}&{files}`;
/** All notes are more than a memo may hold. */
const TOO_LARGE_MEMO = `${LARGE_MEMO}&{notes}`;
const CONDITIONS = range(20).map((n) => ({ text: `${n}`.padEnd(200, 'c') }));
const LONG_DECISION = `{"stage":"Passed","roundId":{closed},"conditions":${JSON.stringify(CONDITIONS)}}`;
const EVERYBODY: Actor[] = ['owner', 'member', 'other', 'manager', 'admin'];

/** Requests that the access table does not have, because anybody may make them. */
const FURTHER_BURSTS: Burst[] = [
  createReads('insights by industry', ['/insights?by=industry']),
  createReads('insights by industry as CSV', ['/insights/csv?by=industry']),
  createReads('insights by industry as JSON', ['/api/insights?by=industry']),
  createReads('insights by month', ['/api/insights?by=month']),
  createReads('insights by source', ['/api/insights?by=source']),
  createReads('insights by owner', ['/insights?by=owner']),
  createReads(
    'insights of four people',
    ['/insights?by=industry'],
    ['owner', 'manager', 'member', 'admin'],
  ),
  createReads(
    'four filters by a custom text',
    [1, 2, 3, 4].map((n) => `/dashboard?field.longtext${n}=ab`),
  ),
  createReads('a filter by every text', ['/dashboard?text=ab', '/dashboard?search=co']),
  createReads('a list with custom columns', [
    '/dashboard?size=100&columns=field-longtext1&sort=field.longtext1_asc',
  ]),
  createReads('the largest page of the list', ['/dashboard?size=100', '/api/pipelines?size=100']),
  // 'The exported list' below is the same export, for two people at once.
  ...createFieldReads('longText').filter(({ title }) => !title.startsWith('export')),
  ...createFieldReads('choices'),
  ...createFieldReads('mixed'),
  ...[
    ['number', 'field.number0.min=5'],
    ['amount', 'field.money0.min=5&sort=field.money0_desc'],
    ['day', 'field.day0.max=2030-01-01&sort=field.day0_asc'],
    ['choice', 'field.choice0=Option'],
    ['yes or no', 'field.yesno0=yes&sort=field.person0_asc'],
  ].map(([kind, query]) => ({
    ...createReads(`a filter by a custom ${kind}`, [`/dashboard?${query}`]),
    fields: 'mixed' as const,
  })),
  {
    ...createReads('a filter by custom choices', ['/dashboard?field.choices0=Option']),
    fields: 'choices',
  },
  {
    ...createReads('values of a file with 40 columns', ['/import/{values}/values'], ['owner']),
    fields: 'choices',
  },
  createReads('a page with a long address', [`/dashboard?size=100&unknown=${'x'.repeat(7_000)}`]),
  createReads('the board with all stages', ['/board']),
  createReads('the printed list', ['/dashboard/print'], STAFF),
  createReads('the exported list', ['/api/pipelines/export'], STAFF),
  createReads('duplicates', ['/dashboard/doubles']),
  createReads(
    'suggestions for ten',
    ['/search/suggest?q=contact', '/search/suggest?q=co'],
    EVERYBODY,
  ),
  createReads('search results', ['/search?q=contact']),
  createReads('the shared page for five', Array<string>(5).fill('/share/{outsider}'), [
    'signed out',
  ]),
  createReads('the full deal for three', ['/pipeline/{deal}'], ['owner', 'member', 'admin']),
  createReads('the last pages of the full deal', [
    '/pipeline/{deal}/notes?page=10',
    '/pipeline/{deal}/history?page=40',
  ]),
  createReads('insights by evaluator', ['/insights?by=evaluator'], STAFF),
  createReads('insights by evaluator of users', ['/insights?by=evaluator'], ['owner', 'member']),
  createReads('insights by evaluator as CSV', ['/insights/csv?by=evaluator']),
  createReads('insights by evaluator as JSON', ['/api/insights?by=evaluator']),
  createReads('insights by outcome', ['/insights?by=outcome'], STAFF),
  createReads('insights by outcome as CSV', ['/insights/csv?by=outcome']),
  createReads('insights by outcome as JSON', ['/api/insights?by=outcome']),
  createReads(
    'the rounds of the full deal',
    ['/pipeline/{deal}/rounds'],
    ['owner', 'member', 'admin'],
  ),
  createReads('the rounds of the full deal as JSON', ['/api/pipelines/{deal}/rounds']),
  createReads('the spread of a full round', ['/pipeline/{deal}/round/{closed}'], EVALUATORS),
  createReads('the preview of medians', ['/pipeline/{deal}/round/{closed}?medians=preview']),
  createReads('a full round as JSON', ['/api/pipelines/{deal}/rounds/{closed}'], EVALUATORS),
  createReads('a scorecard', ['/pipeline/{deal}/scorecard'], EVALUATORS),
  createReads('all memos and decisions', [
    '/api/pipelines/{deal}/memos',
    '/api/pipelines/{deal}/decisions',
  ]),
  createWrites('the preview of a full memo, by three', {
    method: 'POST',
    path: '/pipeline/{deal}/memo/preview',
    body: LARGE_MEMO,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    actors: EVALUATORS,
    status: 200,
  }),
  ...['/memo', '/memo/preview'].map((page) =>
    createWrites(`a memo that would be too large: ${page}`, {
      method: 'POST',
      path: `/pipeline/{deal}${page}`,
      body: TOO_LARGE_MEMO,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      actors: EVALUATORS,
      status: 400,
    }),
  ),
  createWrites('a scorecard with the longest notes, by three', {
    method: 'PUT',
    path: '/api/pipelines/{deal}/rounds/{round}/card',
    json: { scores: { marketSize: 7 }, notes: LONG_NOTES, submit: true },
    actors: EVALUATORS,
    status: 200,
  }),
  createWrites('the medians of a full round', {
    method: 'POST',
    path: '/pipeline/{deal}/round/{closed}',
    form: { intent: 'medians' },
    actors: ['admin'],
    status: 302,
  }),
  createWrites('a decision with all conditions', {
    method: 'POST',
    path: '/api/pipelines/{deal}/decisions',
    body: LONG_DECISION,
    headers: { 'Content-Type': 'application/json' },
    actors: ['admin'],
  }),
  createReads('all tasks', ['/tasks', '/api/tasks'], ['owner']),
  createReads('the settings of the intake', ['/admin/intake'], ['admin']),
  createReads('the form for a shared page', ['/pipeline/{deal}/share']),
  ...['get_deal', 'list_notes', 'list_files'].map((name) =>
    createToolCalls(name, { id: '{deal}' }),
  ),
  createToolCalls('search_deals', { query: 'co', limit: 100 }),
  createToolCalls('list_deals', { sort: 'score_desc', limit: 100 }),
  createToolCalls('get_review'),
  createToolCalls('list_tasks'),
  createToolCalls('list_inbox'),
  createReads('a merge of two full deals', ['/pipeline/{deal}/merge?other={full}']),
  createWrites('a form from before all saves, by three', {
    method: 'POST',
    path: '/pipeline/{deal}/edit',
    form: { companyName: 'full', comments: 'Mine {n}', version: '1', opened: '0' },
    // The owner made all saves.
    actors: ['member', 'manager', 'admin'],
    status: 409,
  }),
  createWrites('a score that was changed since, by four', {
    method: 'POST',
    path: '/dashboard',
    form: { intent: 'score', id: '{deal}', evaluationScore: '7', seen: '1.5' },
    actors: ['owner', 'member', 'manager', 'admin'],
    status: 302,
  }),
  createWrites('a form for a new deal, sent again', {
    method: 'POST',
    path: '/pipeline/new',
    form: { companyName: 'full', comments: 'Mine {n}', submission: FULL_DEAL_SUBMISSION },
    actors: ['owner'],
    status: 409,
  }),
  ...[
    { path: '/selected', change: 'fundingRound=CB' },
    { path: '/selected', change: 'note=Seen' },
    { path: '/admin/pipelines/owner', change: `owner=${encodeURIComponent(ADMIN.email)}` },
    { path: '/dashboard/delete', change: '' },
  ].map(({ path, change }) =>
    createWrites(`a hundred long deals at once: ${path} ${change}`, {
      method: 'POST',
      path,
      body: `${SELECTED_IDS}&${change}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      actors: ['admin'],
      status: 302,
    }),
  ),
  createWrites('texts of combining marks', {
    method: 'PUT',
    path: '/api/pipelines/{deal}',
    json: {
      comments: markedText(10_000),
      businessIntroduction: markedText(10_000),
      keyBusinessNumbers: markedText(4_000),
      fields: Object.fromEntries(
        listFields('longText').map(({ key }) => [key, markedText(10_000)]),
      ),
    },
    actors: ['owner'],
    status: 400,
  }),
];

/** Requests that need the fund as it was built come first. */
export const BURSTS = [...FURTHER_BURSTS, ...TABLE_BURSTS];

const MAX_GROUP = 8;

/**
 * The bursts for a small fund: the heavy ones, and the access table's reads in groups. Its writes are
 * asked for in the access test.
 */
export function sampleBursts(): Burst[] {
  const light = TABLE_BURSTS.filter(
    ({ title }) => title.startsWith('GET ') && !/export|logout/.test(title),
  );
  const groups = range(Math.ceil(light.length / MAX_GROUP)).map((n) =>
    createGroup(light.slice(n * MAX_GROUP, (n + 1) * MAX_GROUP)),
  );
  return [...FURTHER_BURSTS, ...groups];
}
