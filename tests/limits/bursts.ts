import type { AccessRow } from '../support/access-requests';
import type { Actor } from '../support/actors';
import { type FieldSet, listFields } from './parts/fields';

export type Asked = Pick<AccessRow, 'method' | 'path' | 'json' | 'form' | 'body' | 'headers'>;

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
export function createReads(title: string, paths: string[], actors: Actor[] = ['admin']): Burst {
  const requests = paths.flatMap((path) =>
    actors.map((actor) => ({ row: { method: 'GET', path }, actor })),
  );
  return { title, requests, status: 200 };
}

/** Writes of one kind by several people at once. */
export function createWrites(
  title: string,
  { actors, status, ...row }: Asked & { actors: Actor[]; status?: number },
): Burst {
  return { title, requests: actors.map((actor) => ({ row, actor })), status };
}

/** Calls of one of the assistant's tools, three at once. */
export function createToolCalls(name: string, args: Record<string, unknown> = {}): Burst {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  };
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer {adminToken}' };
  // The id of the deal is a number.
  const body = JSON.stringify(message).replace('"{deal}"', '{deal}');
  return createWrites(`the assistant's ${name}, by three`, {
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
export function createFieldReads(set: FieldSet): Burst[] {
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
    ...createReads(`${page} of 40 fields (${set})`, [path]),
    fields: set,
  }));
}

export function createGroup(parts: Burst[]): Burst {
  return {
    title: parts.map(({ title }) => title).join(', '),
    requests: parts.flatMap(({ requests }) => requests),
    isInTurn: true,
    parts,
  };
}
