import { NEW, type Row, TABLE, type Words } from '../support/access-table';
import type { Actor } from '../support/actors';
import type { Fund } from './fund';
import { FIELD_COUNTS } from './parts/fields';
import { mergeRow } from './parts/merges';
import { markedText, range } from './texts';

type Asked = Pick<Row, 'method' | 'path' | 'json' | 'form' | 'body' | 'headers'>;

/** One or more requests that are sent at the same time. */
export interface Burst {
  title: string;
  requests: { row: Asked; actor: Actor }[];
  /** Of all answers, where it is known. */
  status?: number;
  /** Whether they are sent one after the other. */
  isInTurn?: boolean;
  /** The bursts of a group. */
  parts?: Burst[];
}

/** Each row of the access table once, by somebody who may. */
const TABLE_BURSTS: Burst[] = TABLE.map((row) => ({
  title: `${row.method} ${row.path}`,
  requests: [{ row, actor: allowedActor(row) }],
}));

function allowedActor(row: Row): Actor {
  const actors = ['admin', 'owner', 'manager', 'signed out'] as const;
  const mayAsk = (actor: (typeof actors)[number]) => {
    const expected = actor === 'signed out' ? row.nobody : row[actor];
    return typeof expected === 'number' && expected < 400;
  };
  return actors.find(mayAsk) ?? 'admin';
}

/** The same address by several people at once; in braces stand words of the access table. */
function reads(title: string, paths: string[], actors: Actor[] = ['admin']): Burst {
  const requests = paths.flatMap((path) =>
    actors.map((actor) => ({ row: { method: 'GET', path }, actor })),
  );
  return { title, requests, status: 200 };
}

/** The same write by several people at once. */
function writes(
  title: string,
  { actors, status, ...row }: Asked & { actors: Actor[]; status?: number },
): Burst {
  return { title, requests: actors.map((actor) => ({ row, actor })), status };
}

/** Those of every list, and all custom fields. */
const ALL_COLUMNS = [
  ...['company', 'updated', 'owner', 'stage', 'industry', 'round', 'size', 'info', 'score'],
  ...Object.entries(FIELD_COUNTS).flatMap(([kind, count]) =>
    range(count).map((n) => `field-${kind.toLowerCase()}${n}`),
  ),
].join('.');

const STAFF: Actor[] = ['admin', 'manager'];
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
    [0, 1, 2, 3].map((n) => `/dashboard?field.longtext${n}=ab`),
  ),
  reads('a filter by every text', ['/dashboard?text=ab', '/dashboard?search=co']),
  reads('a list with custom columns', [
    '/dashboard?size=100&columns=field-longtext0&sort=field.longtext0_asc',
  ]),
  reads('the largest page of the list', ['/dashboard?size=100', '/api/pipelines?size=100']),
  reads('a page with all columns and a deal', [
    `/dashboard?size=100&details={deal}&sort=field.longtext0_asc&columns=${ALL_COLUMNS}`,
  ]),
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
  reads('all tasks', ['/tasks', '/api/tasks'], ['owner']),
  reads('the form for a shared page', ['/pipeline/{deal}/share']),
  reads('a merge of two full deals', ['/pipeline/{deal}/merge?other={full}']),
  writes('a form from before all saves, by three', {
    method: 'POST',
    path: '/pipeline/{deal}/edit',
    form: { companyName: 'full', comments: 'Mine {n}', version: '1', opened: '0' },
    // The owner made all saves.
    actors: ['member', 'manager', 'admin'],
    status: 409,
  }),
  writes('a score that was changed since', {
    method: 'POST',
    path: '/dashboard',
    form: { intent: 'score', id: '{deal}', evaluationScore: '7', seen: '1.5' },
    actors: ['owner'],
  }),
  writes('texts of combining marks', {
    method: 'PUT',
    path: '/api/pipelines/{deal}',
    json: {
      comments: markedText(10_000),
      businessIntroduction: markedText(10_000),
      keyBusinessNumbers: markedText(4_000),
      fields: Object.fromEntries(
        range(FIELD_COUNTS.longText!).map((n) => [`longtext${n}`, markedText(10_000)]),
      ),
    },
    actors: ['owner'],
    status: 400,
  }),
];

/** Those that find the fund as it was built come first. */
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
export function wordsIn(fund: Fund): Words {
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
    ...NEW,
    deal: () => dealId,
    merge: () => addMerge().id,
    merged: () => addMerge().loserId,
    full: () => fund.contactDealIds[0]!,
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
