import { DEAL_KEYS } from '~/domain/deal-field/fields';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { type AccessRow, buildRequest, getDataAddress } from './access-requests';
import { ACTORS, type PeopledServer, TOKEN_KINDS } from './actors';
import { HOSTILE_RECORDS, HOSTILE_ROWS } from './hostile-rounds';
import { BAD_TOKENS, FORWARDED, NAMES, PATHS, TEXTS } from './hostile-texts';
import {
  createFormBody,
  createJsonBody,
  createLongForm,
  createLongJson,
  createQuery,
  encodeHostile,
  isOneIn,
  pick,
  pickBelow,
} from './hostile-values';
import type { TestRequest } from './running-server';

export interface HostileRequest {
  method: string;
  path: string;
  request: TestRequest;
}

/** The share of writes with a field as long as the body may be. */
const LONG_SHARE = 0.02;
const DEAL = [...DEAL_KEYS, CRITERIA[0]!.key, NOTES_KEYS[0]!];
const METHODS = ['GET', 'HEAD', 'HEAD', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const COOKIES = [
  ...'tz=Mars/Olympus theme=__proto__ toast=eyJ0aXRsZSI6MX0= signup=% session=%E0%A4%A'.split(' '),
  ...'device=x.y =;;= tz=Asia/Tokyo toast=bnVsbA==.x'.split(' '),
];

const HEADERS: [name: string, often: number, values: string[]][] = [
  ['If-Match', 0.1, ['*', '"1"', 'W/"1"', '"x"', '"1", "2"', '', '"99999999999999999999"']],
  ['Accept-Language', 0.1, ['de', 'x', '*', 'zh-CN;q=0.1', 'a'.repeat(500), 'en-US-u-hc-h24']],
  ['User-Agent', 0.05, ['Googlebot', '', 'x'.repeat(3_000)]],
  ['Range', 0.05, ['bytes=0-5']],
  ['Accept-Encoding', 0.05, ['gzip', 'br', '*;q=0', 'x', 'gzip;q=2']],
];

export function createHostileRequest(server: PeopledServer): HostileRequest {
  const row = pick(HOSTILE_ROWS);
  const filledRow = isOneIn(0.7)
    ? { ...row, ...buildRequest(server, row, HOSTILE_RECORDS) }
    : { ...row, path: row.path.replace(/\{\w+\}/g, () => encodeHostile(pick(TEXTS)) || 'x') };
  const method = isOneIn(0.8) ? row.method : pick(METHODS);
  const path = createPath(filledRow);
  const headers = createHeaders(server);
  const request: TestRequest = { cookie: createCookie(server), headers };
  if (method !== 'GET' && method !== 'HEAD') Object.assign(request, createBody(filledRow, headers));
  return { method, path, request };
}

/**
 * Lists the first requests of every run, as an admin: HEAD of every address, which must not start a
 * long answer, and `each` bodies of maximal length for every form and API write.
 */
export function listRequestBuilders(server: PeopledServer, each: number): (() => HostileRequest)[] {
  const cookie = server.cookies.admin;
  const heads = HOSTILE_ROWS.map((row) => () => ({
    method: 'HEAD',
    path: buildRequest(server, row, HOSTILE_RECORDS).path,
    request: { cookie },
  }));
  const written = HOSTILE_ROWS.filter(
    ({ route, json, form }) => (json ?? form) && !/logout/.test(route),
  );
  const longs = written.flatMap((row) =>
    Array.from({ length: each }, () => () => {
      const filledRow = { ...row, ...buildRequest(server, row, HOSTILE_RECORDS) };
      const headers = {};
      const request = { cookie, headers, ...createLongBody(filledRow, headers) };
      return { method: row.method, path: filledRow.path, request };
    }),
  );
  return [...heads, ...longs];
}

function createPath(row: AccessRow): string {
  if (isOneIn(0.02)) return pick(PATHS);
  const asData = isOneIn(row.path.startsWith('/api/') ? 0.1 : 0.4);
  const known = row.path.replace(/\/none$/, () => (isOneIn(0.7) ? '/source' : '/none'));
  const path = asData ? getDataAddress(known, isOneIn(0.5) ? row.route : undefined) : known;
  return isOneIn(0.5) ? `${path}${path.includes('?') ? '&' : '?'}${createQuery()}` : path;
}

function createCookie({ cookies }: PeopledServer): string | undefined {
  const session = cookies[pick(ACTORS)];
  return isOneIn(0.1) ? `${session ?? 'session=x'}; ${pick(COOKIES)}` : session;
}

function createHeaders({ tokens }: PeopledServer): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, often, values] of HEADERS) if (isOneIn(often)) headers[name] = pick(values);
  if (isOneIn(0.5)) headers['X-Forwarded-For'] = pick(FORWARDED);
  if (isOneIn(0.2)) {
    const token = isOneIn(0.8) ? tokens[pick(ACTORS)][pick(TOKEN_KINDS)] : pick(BAD_TOKENS);
    headers.Authorization = `${isOneIn(0.9) ? 'Bearer' : pick(['bearer', 'BEARER', 'Basic', ''])} ${token}`;
  }
  return headers;
}

function createBody(row: AccessRow, headers: Record<string, string>): Pick<TestRequest, 'body'> {
  if (row.body && isOneIn(0.7)) return { body: upload(row.body, headers) };
  if (isOneIn(LONG_SHARE)) return createLongBody(row, headers);
  const json = /^\/(api\/|mcp)/.test(row.path) !== isOneIn(0.05);
  headers['Content-Type'] = json ? 'application/json' : 'application/x-www-form-urlencoded';
  return { body: json ? createJsonBody(row.json ?? {}) : createFormBody(row.form ?? {}) };
}

const UPLOADS = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=limit',
];

/** Gives a file a hostile name, cuts the form off, or sends a wrong content type. */
function upload(form: string, headers: Record<string, string>): string {
  headers['Content-Type'] = isOneIn(0.9) ? 'multipart/form-data; boundary=limit' : pick(UPLOADS);
  const named = form
    .replace(/filename="[^"]*"/, () => `filename="${pick(TEXTS)}"`)
    .replace('name="file"', (name) => (isOneIn(0.9) ? name : `name="${pick(NAMES)}"`));
  return isOneIn(0.1) ? named.slice(0, pickBelow(named.length)) : named;
}

function createLongBody(
  row: AccessRow,
  headers: Record<string, string>,
): Pick<TestRequest, 'body'> {
  const json = row.path.startsWith('/api/');
  headers['Content-Type'] = json ? 'application/json' : 'application/x-www-form-urlencoded';
  const start = row.json ?? row.form ?? {};
  const name = pick([...Object.keys(start), ...(/pipeline|dashboard/.test(row.route) ? DEAL : [])]);
  return { body: (json ? createLongJson : createLongForm)(start, name ?? 'x') };
}
