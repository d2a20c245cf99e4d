import { toCustomFieldName } from '~/domain/custom-field/names';
import { NOTES_KEYS } from '~/domain/evaluation/criteria';
import { MAX_ITEMS_PER_MEMO } from '~/domain/memo/limits';
import {
  ACCESS_TABLE,
  type AccessRow,
  NEW_RECORDS,
  type Placeholders,
} from '../support/access-table';
import type { Actor } from '../support/actors';
import { ADMIN } from '../support/running-server';
import type { Fund } from './fund';
import { type FieldSet, listFields } from './parts/fields';
import { FULL_DEAL_SUBMISSION } from './parts/full-deal';
import { mergeRow } from './parts/merges';
import { longText, markedText, range } from './texts';

type Asked = Pick<AccessRow, 'method' | 'path' | 'json' | 'form' | 'body' | 'headers'>;

/** One or more requests that are sent at the same time. */
export interface Burst {
  title: string;
  requests: { row: Asked; actor: Actor }[];
  /** The custom fields that are active meanwhile, without it the long texts. */
  fields?: FieldSet;
  /** Status of all answers, where it is known. */
  status?: number;
  /** Sends them one after the other. */
  isInTurn?: boolean;
  /** The bursts of a group. */
  parts?: Burst[];
}

export type RequestActor = 'admin' | 'owner' | 'manager' | 'signed out';

/** Each row of the access table once, by somebody who may. */
const TABLE_BURSTS: Burst[] = ACCESS_TABLE.map((row) => ({
  title: `${row.method} ${row.path}`,
  requests: [{ row, actor: getAllowedActor(row) }],
}));

/** Returns somebody who may send the request. */
export function getAllowedActor(row: AccessRow): RequestActor {
  const actors = ['admin', 'owner', 'manager', 'signed out'] as const;
  const mayAsk = (actor: RequestActor) => isAccepted(row, actor);
  return actors.find(mayAsk) ?? 'admin';
}

/** Returns true if the answer is neither an error nor a redirect with one. */
export function isAccepted(row: AccessRow, actor: RequestActor): boolean {
  const expected = actor === 'signed out' ? row.nobody : row[actor];
  return expected !== 'refused' && expected < 400;
}

/** Reads of one address by several people at once; in braces stand words of the access table. */
function reads(title: string, paths: string[], actors: Actor[] = ['admin']): Burst {
  const requests = paths.flatMap((path) =>
    actors.map((actor) => ({ row: { method: 'GET', path }, actor })),
  );
  return { title, requests, status: 200 };
}

/** Writes of one kind by several people at once. */
function writes(
  title: string,
  { actors, status, ...row }: Asked & { actors: Actor[]; status?: number },
): Burst {
  return { title, requests: actors.map((actor) => ({ row, actor })), status };
}

/** Calls of one of the assistant's tools, three at once. */
function toolCalls(name: string, args: Record<string, unknown> = {}): Burst {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  };
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer {adminToken}' };
  // The id of the deal is a number.
  const body = JSON.stringify(message).replace('"{deal}"', '{deal}');
  return writes(`the assistant's ${name}, by three`, {
    method: 'POST',
    path: '/mcp',
    body,
    headers,
    status: 200,
    actors: ['admin', 'admin', 'admin'],
  });
}

/** Columns of every list, and all active custom fields. */
function listColumns(set: FieldSet): string {
  const standard = 'company.updated.owner.stage.industry.round.size.info.score';
  return [standard, ...listFields(set).map(({ key }) => `field-${key}`)].join('.');
}

/** Pages that show every active custom field. */
function readsOfFields(set: FieldSet): Burst[] {
  const columns = listColumns(set);
  const { key } = listFields(set)[0]!;
  const pages: [string, string][] = [
    ['list', `/dashboard?size=100&details={deal}&sort=field.${key}_asc&columns=${columns}`],
    ['deal', '/pipeline/{deal}'],
    ['form', '/pipeline/{deal}/edit'],
    ['new form', '/pipeline/new'],
    ['merge', '/pipeline/{deal}/merge?other={full}'],
    ['filters', '/filters'],
    ['columns', `/columns?columns=${columns}`],
    ['print', `/dashboard/print?columns=${columns}`],
    ['export', '/api/pipelines/export'],
    ['JSON', '/api/pipelines?limit=100'],
    ['settings', '/admin/fields'],
    ['template', '/import/template'],
  ];
  return pages.map(([page, path]) => ({
    ...reads(`${page} of 40 fields (${set})`, [path]),
    fields: set,
  }));
}

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
  reads('insights by industry', ['/insights?by=industry']),
  reads('insights by industry as CSV', ['/insights/csv?by=industry']),
  reads('insights by industry as JSON', ['/api/insights?by=industry']),
  reads('insights by month', ['/api/insights?by=month']),
  reads('insights by source', ['/api/insights?by=source']),
  reads('insights by owner', ['/insights?by=owner']),
  reads(
    'insights of four people',
    ['/insights?by=industry'],
    ['owner', 'manager', 'member', 'admin'],
  ),
  reads(
    'four filters by a custom text',
    [1, 2, 3, 4].map((n) => `/dashboard?field.longtext${n}=ab`),
  ),
  reads('a filter by every text', ['/dashboard?text=ab', '/dashboard?search=co']),
  reads('a list with custom columns', [
    '/dashboard?size=100&columns=field-longtext1&sort=field.longtext1_asc',
  ]),
  reads('the largest page of the list', ['/dashboard?size=100', '/api/pipelines?size=100']),
  // 'The exported list' below is the same export, for two people at once.
  ...readsOfFields('longText').filter(({ title }) => !title.startsWith('export')),
  ...readsOfFields('choices'),
  ...readsOfFields('mixed'),
  ...[
    ['number', 'field.number0.min=5'],
    ['amount', 'field.money0.min=5&sort=field.money0_desc'],
    ['day', 'field.day0.max=2030-01-01&sort=field.day0_asc'],
    ['choice', 'field.choice0=Option'],
    ['yes or no', 'field.yesno0=yes&sort=field.person0_asc'],
  ].map(([kind, query]) => ({
    ...reads(`a filter by a custom ${kind}`, [`/dashboard?${query}`]),
    fields: 'mixed' as const,
  })),
  {
    ...reads('a filter by custom choices', ['/dashboard?field.choices0=Option']),
    fields: 'choices',
  },
  {
    ...reads('values of a file with 40 columns', ['/import/{values}/values'], ['owner']),
    fields: 'choices',
  },
  reads('a page with a long address', [`/dashboard?size=100&unknown=${'x'.repeat(7_000)}`]),
  reads('the board with all stages', ['/board']),
  reads('the printed list', ['/dashboard/print'], STAFF),
  reads('the exported list', ['/api/pipelines/export'], STAFF),
  reads('duplicates', ['/dashboard/doubles']),
  reads('suggestions for ten', ['/search/suggest?q=contact', '/search/suggest?q=co'], EVERYBODY),
  reads('search results', ['/search?q=contact']),
  reads('the shared page for five', Array<string>(5).fill('/share/{outsider}'), ['signed out']),
  reads('the full deal for three', ['/pipeline/{deal}'], ['owner', 'member', 'admin']),
  reads('the last pages of the full deal', [
    '/pipeline/{deal}/notes?page=10',
    '/pipeline/{deal}/history?page=40',
  ]),
  reads('insights by evaluator', ['/insights?by=evaluator'], STAFF),
  reads('insights by evaluator of users', ['/insights?by=evaluator'], ['owner', 'member']),
  reads('insights by evaluator as CSV', ['/insights/csv?by=evaluator']),
  reads('insights by evaluator as JSON', ['/api/insights?by=evaluator']),
  reads('insights by outcome', ['/insights?by=outcome'], STAFF),
  reads('insights by outcome as CSV', ['/insights/csv?by=outcome']),
  reads('insights by outcome as JSON', ['/api/insights?by=outcome']),
  reads('the rounds of the full deal', ['/pipeline/{deal}/rounds'], ['owner', 'member', 'admin']),
  reads('the rounds of the full deal as JSON', ['/api/pipelines/{deal}/rounds']),
  reads('the spread of a full round', ['/pipeline/{deal}/round/{closed}'], EVALUATORS),
  reads('the preview of medians', ['/pipeline/{deal}/round/{closed}?medians=preview']),
  reads('a full round as JSON', ['/api/pipelines/{deal}/rounds/{closed}'], EVALUATORS),
  reads('a scorecard', ['/pipeline/{deal}/scorecard'], EVALUATORS),
  reads('all memos and decisions', [
    '/api/pipelines/{deal}/memos',
    '/api/pipelines/{deal}/decisions',
  ]),
  writes('the preview of a full memo, by three', {
    method: 'POST',
    path: '/pipeline/{deal}/memo/preview',
    body: LARGE_MEMO,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    actors: EVALUATORS,
    status: 200,
  }),
  ...['/memo', '/memo/preview'].map((page) =>
    writes(`a memo that would be too large: ${page}`, {
      method: 'POST',
      path: `/pipeline/{deal}${page}`,
      body: TOO_LARGE_MEMO,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      actors: EVALUATORS,
      status: 400,
    }),
  ),
  writes('a scorecard with the longest notes, by three', {
    method: 'PUT',
    path: '/api/pipelines/{deal}/rounds/{round}/card',
    json: { scores: { marketSize: 7 }, notes: LONG_NOTES, submit: true },
    actors: EVALUATORS,
    status: 200,
  }),
  writes('the medians of a full round', {
    method: 'POST',
    path: '/pipeline/{deal}/round/{closed}',
    form: { intent: 'medians' },
    actors: ['admin'],
    status: 302,
  }),
  writes('a decision with all conditions', {
    method: 'POST',
    path: '/api/pipelines/{deal}/decisions',
    body: LONG_DECISION,
    headers: { 'Content-Type': 'application/json' },
    actors: ['admin'],
  }),
  reads('all tasks', ['/tasks', '/api/tasks'], ['owner']),
  reads('the settings of the intake', ['/admin/intake'], ['admin']),
  reads('the form for a shared page', ['/pipeline/{deal}/share']),
  ...['get_deal', 'list_notes', 'list_files'].map((name) => toolCalls(name, { id: '{deal}' })),
  toolCalls('search_deals', { query: 'co', limit: 100 }),
  toolCalls('list_deals', { sort: 'score_desc', limit: 100 }),
  toolCalls('get_review'),
  toolCalls('list_tasks'),
  toolCalls('list_inbox'),
  reads('a merge of two full deals', ['/pipeline/{deal}/merge?other={full}']),
  writes('a form from before all saves, by three', {
    method: 'POST',
    path: '/pipeline/{deal}/edit',
    form: { companyName: 'full', comments: 'Mine {n}', version: '1', opened: '0' },
    // The owner made all saves.
    actors: ['member', 'manager', 'admin'],
    status: 409,
  }),
  writes('a score that was changed since, by four', {
    method: 'POST',
    path: '/dashboard',
    form: { intent: 'score', id: '{deal}', evaluationScore: '7', seen: '1.5' },
    actors: ['owner', 'member', 'manager', 'admin'],
    status: 302,
  }),
  writes('a form for a new deal, sent again', {
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
    writes(`a hundred long deals at once: ${path} ${change}`, {
      method: 'POST',
      path,
      body: `${SELECTED_IDS}&${change}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      actors: ['admin'],
      status: 302,
    }),
  ),
  writes('texts of combining marks', {
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

/** The bursts with the access table's reads in groups, which stand before all writes. */
export function inGroups(bursts: Burst[]): Burst[] {
  const isLight = ({ title }: Burst) => title.startsWith('GET ') && !/export|logout/.test(title);
  const light = bursts.filter(isLight);
  const groups = range(Math.ceil(light.length / MAX_GROUP)).map((n) =>
    groupOf(light.slice(n * MAX_GROUP, (n + 1) * MAX_GROUP)),
  );
  const others = bursts.filter((burst) => !isLight(burst));
  return [
    ...others.slice(0, FURTHER_BURSTS.length),
    ...groups,
    ...others.slice(FURTHER_BURSTS.length),
  ];
}

function groupOf(parts: Burst[]): Burst {
  return {
    title: parts.map(({ title }) => title).join(', '),
    requests: parts.flatMap(({ requests }) => requests),
    isInTurn: true,
    parts,
  };
}

/** In the access table's addresses, every deal is the full one. */
export function wordsIn(fund: Fund): Placeholders {
  const { server, dealId, now } = fund;
  const { sql, ids } = server;
  const add = (table: string, row: Record<string, unknown>) =>
    fund.insert(table, [{ pipeline_id: dealId, ...row }])[0]!;
  const find = (query: string, value: unknown) => sql.prepare(query).pluck().get(value) as number;
  const addMerge = () => {
    const trashId = server.addTrash();
    const loserId = 30_000_000 + trashId;
    const ids = { loser_id: loserId, trash_id: trashId, act_id: `split ${trashId}` };
    const row = { ...mergeRow(fund, dealId, 0, {}), ...ids };
    return { id: fund.insert('merges', [row])[0]!, loserId };
  };
  return {
    ...NEW_RECORDS,
    deal: () => dealId,
    merge: () => addMerge().id,
    merged: () => addMerge().loserId,
    full: () => fund.contactDealIds[0]!,
    round: () => fund.openRoundId,
    closed: () => fund.closedRoundId,
    notes: () => listItems(fund, 'notes'),
    files: () => listItems(fund, 'files'),
    memo: () => find('select max(id) from memos where pipeline_id = ?', dealId),
    decision: () => find('select max(id) from decisions where pipeline_id = ?', dealId),
    values: () => server.addImport('preview', listUnknownValues()),
    note: () =>
      add('notes', {
        author_id: ids.owner,
        author_name: 'Owner',
        text: '@',
        search_text: '@',
        created_at: now,
      }),
    contact: () => add('contacts', { name: 'New', search_text: 'new' }),
    task: () => add('tasks', { title: 'New', user_id: ids.owner, person: 'owner@demo.example' }),
    file: () => find('select max(id) from files where pipeline_id = ?', dealId),
    sent: () => find('select min(id) from files where pipeline_id = ?', dealId),
    share: () => find('select max(id) from shares where pipeline_id = ?', dealId),
    outsider: () => fund.sharePath.split('/').at(-1)!,
    change: () => find('select max(id) from changes where subject_id = ?', String(dealId)),
    evaluated: () => find('select updated_at from evaluations where pipeline_id = ?', dealId),
  };
}

/** Fields of a form with as many notes or files as a memo may have. */
function listItems({ server, dealId }: Fund, table: 'notes' | 'files'): string {
  const ids = server.sql
    .prepare(`select id from ${table} where pipeline_id = ? limit ${MAX_ITEMS_PER_MEMO}`)
    .pluck()
    .all(dealId);
  return ids.map((id) => `${table}=${String(id)}`).join('&');
}

/** Lists as many values as a file may have to decide on, in 40 fields with 100 choices each. */
function listUnknownValues() {
  return listFields('choices').map(({ key }) => ({
    field: toCustomFieldName(key),
    header: key.padEnd(100, 'h'),
    values: range(7).map((n) => ({ text: `${n} `.padEnd(200, 'v'), cells: 1, reason: 'is none' })),
  }));
}
