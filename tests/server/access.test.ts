import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AccessRow,
  buildRequest,
  type ExpectedAnswer,
  getDataAddress,
} from '../support/access-requests';
import { ACCESS_TABLE } from '../support/access-table';
import {
  type Actor,
  ACTORS,
  type PeopledServer,
  SECRET,
  startPeopledServer,
  type TokenKind,
} from '../support/actors';

/**
 * Checks every route with every actor, as document, as data, and as data of only the route (ASVS
 * 5.0 8.2.1, 8.2.2, 8.3.1). ACCESS=full, as in `npm run fuzz`, asks for data as everybody and with every
 * token.
 */

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PEOPLE: Actor[] = ['owner', 'member', 'other', 'manager', 'admin'];

interface Caller {
  actor: Actor;
  kind: TokenKind;
}

let server: PeopledServer;
let asked = 0;
beforeAll(async () => {
  server = fromManyNetworks(await startPeopledServer({ TRUST_PROXY: '1' }));
});
beforeEach(() => {
  server.reset();
});
afterAll(async () => {
  console.log(
    `${new Set(ACCESS_TABLE.map(({ route }) => route)).size} routes, ${ACCESS_TABLE.length} rows, ${ACTORS.length} actors: ${asked} requests`,
  );
  await server.stop();
});

/** Sends each request from another network, so that no limit of a network is reached. */
function fromManyNetworks(peopled: PeopledServer): PeopledServer {
  return {
    ...peopled,
    ask: (method, path, sent) => {
      const network = `2001:db8:${(++asked).toString(16)}::1`;
      const headers = { 'X-Forwarded-For': network, ...sent?.headers };
      return peopled.ask(method, path, { ...sent, headers });
    },
  };
}

function expectedFor(row: AccessRow, actor: Actor): ExpectedAnswer {
  return actor === 'owner' ||
    actor === 'member' ||
    actor === 'other' ||
    actor === 'manager' ||
    actor === 'admin'
    ? row[actor]
    : row.nobody;
}

const isApi = (row: AccessRow) => row.path.startsWith('/api/');
const isRead = (row: AccessRow) => row.method === 'GET';

function listKinds(
  row: AccessRow,
): { kind: string; address: (path: string) => string; moved: number }[] {
  return [
    { kind: isApi(row) ? 'JSON' : 'document', address: (path) => path, moved: 302 },
    { kind: 'data', address: (path) => getDataAddress(path), moved: 202 },
    ...(isRead(row)
      ? [
          {
            kind: 'data of the route alone',
            address: (path: string) => getDataAddress(path, row.route),
            moved: 202,
          },
        ]
      : []),
  ];
}

const isEverything = process.env.ACCESS === 'full';
/** Loaders find sessions whatever the format, so that fewer people ask for data. */
const ACTORS_OF_DATA: Actor[] = ['signed out', 'disabled', 'owner', 'other', 'admin'];
const ACTORS_OF_ROUTE_DATA: Actor[] = ['signed out', 'other'];

function listActors(kind: string): readonly Actor[] {
  if (isEverything || kind === 'JSON' || kind === 'document') return ACTORS;
  return kind === 'data' ? ACTORS_OF_DATA : ACTORS_OF_ROUTE_DATA;
}

const isDownload = (row: AccessRow) =>
  isRead(row) &&
  /\/(export|print|template|errors|\{(file|itemFile|memo)\})$|^\/share\//.test(row.path);

/**
 * Returns the status of a document or of data, where redirects are 202 and downloads do not exist.
 */
function getExpectedStatus(row: AccessRow, expected: ExpectedAnswer, moved: number): number {
  if (expected === 303 && moved === 302) return expected;
  if (expected === 'refused' || expected === 302 || expected === 303) return moved;
  return expected === 200 && moved === 202 && isDownload(row) ? 404 : expected;
}

/**
 * Returns whether a success changes rows: settings are in a cookie, a logout may find no session,
 * and a backup, the assistant's call and the preview of a memo only read.
 */
function changesRows({ route }: AccessRow): boolean {
  return (
    !['settings', 'admin_.system', 'mcp', 'pipeline.$id.memo_.preview'].includes(route) &&
    !route.includes('logout')
  );
}

function resetAndBuild(row: AccessRow) {
  server.reset();
  return buildRequest(server, row);
}

describe.each(ACCESS_TABLE)('$route: $method $path (rule 2.5)', (row) => {
  test.each(listKinds(row))(
    'the access table gives the status for $kind',
    async ({ kind, address, moved }) => {
      const found: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      let request = resetAndBuild(row);
      for (const actor of listActors(kind)) {
        const expected = expectedFor(row, actor);
        const denied = expected === 'refused' || expected >= 400;
        const { path, ...body } = request;
        const before = server.fingerprint();
        const answer = await server.ask(row.method, address(path), {
          cookie: server.cookies[actor],
          ...body,
        });
        found[actor] = answer.status;
        wanted[actor] = getExpectedStatus(row, expected, moved);
        if (isRead(row) || denied)
          expect(server.fingerprint(), `${actor} changed something`).toBe(before);
        else {
          if (changesRows(row))
            expect(server.fingerprint(), `${actor} changed nothing`).not.toBe(before);
          request = resetAndBuild(row);
        }
        // A conflict (409) shows those who may write what they sent.
        if (denied && expected !== 409 && actor !== 'manager')
          expect(answer.text).not.toMatch(/Secret Holding|secret\.example/);
      }
      expect(found).toEqual(wanted);
    },
  );
});

const ADMIN_WRITING: Caller = { actor: 'admin', kind: 'write' };
const CALLERS: Caller[] = [
  { actor: 'signed out', kind: 'write' },
  ...ACTORS.slice(1).flatMap((actor): Caller[] => [
    { actor, kind: 'read' },
    { actor, kind: 'write' },
  ]),
  { actor: 'admin', kind: 'expired' },
];
/** One of each kind is enough for data: loaders check tokens whatever the format of their answer. */
const CALLERS_OF_DATA: Caller[] = [
  { actor: 'signed out', kind: 'write' },
  { actor: 'disabled', kind: 'write' },
  { actor: 'owner', kind: 'read' },
  { actor: 'owner', kind: 'write' },
  { actor: 'other', kind: 'write' },
  { actor: 'manager', kind: 'write' },
  { actor: 'admin', kind: 'expired' },
  ADMIN_WRITING,
];

/** Lists who asks with a token. Pages ignore tokens, so one caller is enough. */
function listCallers(row: AccessRow, kind: string): Caller[] {
  if (!isApi(row)) return [ADMIN_WRITING];
  return kind === 'JSON' || isEverything ? CALLERS : CALLERS_OF_DATA;
}

/** Lists the formats that tokens ask for: of pages, which ignore them, documents alone. */
const listKindsWithToken = (row: AccessRow) =>
  isApi(row) || isEverything ? listKinds(row) : listKinds(row).slice(0, 1);

/** Returns what an API token gets: never more than its user, no accounts, and no pages. */
function expectedForToken(row: AccessRow, actor: Actor, kind: TokenKind): ExpectedAnswer {
  if (row.route === 'mcp' && !isRead(row)) return 200;
  const isPublic = row.nobody !== 401 && !row.route.startsWith('api.auth');
  if (!isApi(row) || isPublic) return row.nobody;
  const person = expectedFor(row, actor);
  if (kind === 'expired' || !PEOPLE.includes(actor)) return 401;
  if (row.route.startsWith('api.auth')) return 403;
  if (row.route.startsWith('api.admin.users') && !isRead(row)) return 403;
  return kind === 'read' && !isRead(row) ? 403 : person;
}

describe.each(ACCESS_TABLE)('with an API token: $route: $method $path (rule 11.28)', (row) => {
  test.each(listKindsWithToken(row))(
    'the token gets the status for $kind',
    async ({ kind: format, address, moved }) => {
      const found: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      let request = resetAndBuild(row);
      for (const { actor, kind } of listCallers(row, format)) {
        const expected = expectedForToken(row, actor, kind);
        const denied = expected === 'refused' || expected >= 400;
        const { path, headers, ...body } = request;
        const before = server.fingerprint();
        const answer = await server.ask(row.method, address(path), {
          headers: { ...headers, Authorization: `Bearer ${server.tokens[actor][kind]}` },
          ...body,
        });
        const caller = `${actor}, ${kind}`;
        found[caller] = answer.status;
        wanted[caller] = getExpectedStatus(row, expected, moved);
        if (isRead(row) || denied)
          expect(server.fingerprint(), `${caller} changed something`).toBe(before);
        else {
          if (changesRows(row))
            expect(server.fingerprint(), `${caller} changed nothing`).not.toBe(before);
          request = resetAndBuild(row);
        }
        if (denied && actor !== 'manager')
          expect(answer.text).not.toMatch(/Secret Holding|secret\.example/);
      }
      expect(found).toEqual(wanted);
    },
  );
});

describe('tokens and sessions (rule 11.29)', () => {
  test('a token takes precedence over any session', async () => {
    const ask = (token: string) =>
      server.ask('GET', '/api/pipelines', {
        cookie: server.cookies.admin,
        headers: { Authorization: `Bearer ${token}` },
      });
    for (const token of ['', 'garbage', server.tokens.admin.expired, server.tokens.disabled.write])
      expect(await ask(token)).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
      });
    server.addDeal();
    expect((await ask(server.tokens.admin.read)).text).toContain(SECRET);
    expect((await ask(server.tokens.other.read)).text).toBe('[]');
  });

  test('the cross-site guard checks requests with a token too', async () => {
    const { status } = await server.ask('POST', '/api/pipelines', {
      json: { companyName: 'New' },
      headers: {
        Authorization: `Bearer ${server.tokens.owner.write}`,
        Origin: 'https://evil.example',
      },
    });
    expect(status).toBe(403);
  });

  test('no token is in the log', async () => {
    const { write } = server.tokens.owner;
    const headers = { Authorization: `Bearer ${write}` };
    expect((await server.ask('GET', '/api/users', { headers })).status).toBe(200);
    expect((await server.ask('GET', `/api/nothing/here?token=${write}`, { headers })).status).toBe(
      404,
    );
    await expect.poll(server.log).toContain('/api/nothing/here');
    expect(server.log()).not.toMatch(/dp_[\w-]{43}/);
  });
});

describe('methods of API endpoints (rule 11.25)', () => {
  const addresses = [
    ...new Set(
      ACCESS_TABLE.filter((row) => isApi(row) && row.route !== 'api.$').map(({ route }) => route),
    ),
  ];
  test.each(addresses)('%s refuses unlisted methods and names the listed ones', async (route) => {
    const rows = ACCESS_TABLE.filter((row) => row.route === route);
    const taken = new Set(rows.map(({ method }) => method));
    const { path } = buildRequest(server, rows[0]!);
    const before = server.fingerprint();
    for (const method of METHODS.filter((one) => !taken.has(one))) {
      const { status, headers } = await server.ask(method, path, { cookie: server.cookies.admin });
      expect([method, status]).toEqual([method, 405]);
      const allowed = headers.allow!.split(', ').filter((one) => one !== 'HEAD');
      expect(allowed.sort()).toEqual([...taken].sort());
    }
    expect(server.fingerprint()).toBe(before);
  });
});

test('a page without an action is 405 with Allow', async () => {
  for (const path of ['/', '/?index'])
    expect(await server.ask('POST', path)).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
});

test('a download refuses a POST with 405, Allow and a message', async () => {
  expect(await server.ask('POST', '/import/template')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
    text: JSON.stringify({ message: 'This method is not allowed here.' }),
  });
});

describe('invisible deals answer like missing ones (ASVS 8.2.2, rules 2.2, 2.15 and 16.57)', () => {
  const hidden = ACCESS_TABLE.filter(
    (row) =>
      /\/\{(deal|columns|preview|imported)\}/.test(row.path) && !row.route.startsWith('api.admin'),
  );
  const missing = '999999999';
  test.each(hidden.flatMap((row) => listKinds(row).map((kind) => ({ ...row, ...kind }))))(
    '$method $path as $kind is the same 404',
    async ({ address, ...row }) => {
      const { path, ...body } = buildRequest(server, row);
      const id = /\d+/.exec(path)![0];
      const ask = (at: string) =>
        server.ask(row.method, address(at), { cookie: server.cookies.other, ...body });
      const there = await ask(path);
      const notThere = await ask(path.replace(id, missing));
      const plain = (text: string) => text.replace(/nonce="[^"]*"/g, '').replaceAll(id, missing);
      expect([there.status, plain(there.text)]).toEqual([notThere.status, plain(notThere.text)]);
      expect(there.status).toBe(404);
    },
  );

  test.each([
    '/api/pipelines',
    '/api/pipelines?search=secret',
    '/api/pipelines?userId={ownerId}',
    '/api/users',
    '/dashboard',
    '/dashboard?search=secret',
    '/dashboard?owners',
    '/dashboard?details={deal}',
    '/dashboard?score={deal}',
    '/dashboard.data?details={deal}',
    '/dashboard?userId={ownerId}',
  ])('%s shows nothing of an invisible deal', async (address) => {
    const { path } = buildRequest(server, { path: address });
    const deal = server.addDeal();
    const { status, text } = await server.ask('GET', path, { cookie: server.cookies.other });
    expect(status).toBe(200);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('owner@demo.example');
    expect(text).not.toContain(`/pipeline/${deal}/`);
  });

  test('a removed collaborator finds the deal at no URL', async () => {
    const deal = server.addDeal();
    server.addNote();
    const path = `/api/pipelines/${deal}/members`;
    const ask = (address: string) => server.ask('GET', address, { cookie: server.cookies.other });
    const setMembers = async (userIds: string[]) =>
      expect(
        (await server.ask('PUT', path, { cookie: server.cookies.owner, json: { userIds } })).status,
      ).toBe(200);
    const lists = ['/api/pipelines', '/dashboard', '/search?q=secret', '/review', '/api/review'];
    const addresses = [
      ...lists,
      '/api/users',
      '/board',
      '/dashboard/print',
      '/search/suggest?q=secret',
      `/dashboard?details=${deal}`,
      `/dashboard?import=1`,
      `/selected?id=${deal}`,
      ...hidden
        .filter(({ path: at, method }) => method === 'GET' && at.includes('{deal}'))
        .map(({ path: at }) =>
          buildRequest(server, { path: at }).path.replace(/\d+/, String(deal)),
        ),
    ];
    await setMembers([server.ids.other]);
    for (const address of lists) expect((await ask(address)).text, address).toContain(SECRET);
    await setMembers([]);
    for (const address of addresses) {
      const { text } = await ask(address);
      expect(text, address).not.toMatch(/Secret Holding|owner@demo\.example/);
    }
  });

  test('figures and totals do not count invisible deals', async () => {
    server.addDeal();
    expect(
      (await server.ask('GET', '/api/pipelines?search=secret', { cookie: server.cookies.other }))
        .headers['x-total-count'],
    ).toBe('0');
    expect(
      (await server.ask('GET', '/api/pipelines?search=secret', { cookie: server.cookies.owner }))
        .headers['x-total-count'],
    ).not.toBe('0');
  });
});
