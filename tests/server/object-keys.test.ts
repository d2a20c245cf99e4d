import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildRequest } from '../support/access-requests';
import { ACCESS_TABLE } from '../support/access-table';
import { type PeopledServer, startPeopledServer } from '../support/actors';

let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer();
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const BODIES = ACCESS_TABLE.filter(
  ({ json, admin }) => json && typeof admin === 'number' && admin < 400,
);
const INHERITED = ['constructor', 'toString', 'hasOwnProperty'];

describe.each(BODIES)('$method $path (rule 11.35)', (row) => {
  const send = (path: string, body: string) => {
    const headers = { 'Content-Type': 'application/json' };
    return server.ask(row.method, path, { cookie: server.cookies.admin, body, headers });
  };

  test('the key __proto__ is refused and nothing is stored', async () => {
    const { path, json } = buildRequest(server, row);
    const before = server.fingerprint();
    const body = JSON.stringify({ ...json, last: {} }).replace('"last":{}', '"__proto__":{}');
    const { status, text } = await send(path, body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ path: '__proto__' }] });
    expect(server.fingerprint()).toBe(before);
  });

  test('names that objects inherit are ordinary keys', async () => {
    const { path, json } = buildRequest(server, row);
    const inherited = Object.fromEntries(INHERITED.map((key) => [key, {}]));
    const { status } = await send(path, JSON.stringify({ ...json, ...inherited }));
    expect(status).toBeLessThan(500);
  });
});
