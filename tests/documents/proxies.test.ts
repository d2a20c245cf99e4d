import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCookies } from '../support/actors';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';
import { HOST, isInstalled, PROXIES, type Proxy, startProxy } from './proxy';

/** The real proxies with the files of deploy/, in front of the built server. */
const ORIGIN = `https://${HOST}`;
const MB = 1024 * 1024;
/** Wrong passwords of one address within a minute. */
const MAX_FAILURES = 30;
const BOUNDARY = { 'Content-Type': 'multipart/form-data; boundary=limit' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORGED = '203.0.113.7';

/** A form with a file of each size in MB. */
function formWith(sizes: number[]): Buffer {
  const head = 'Content-Disposition: form-data; name="file"; filename="deck.pdf"';
  const parts = sizes.flatMap((size, file) => [
    Buffer.from(`--limit\r\n${head}\r\n\r\n`),
    Buffer.alloc(size * MB, String(file)),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from('--limit--\r\n')]);
}

describe.each(Object.keys(PROXIES) as (keyof typeof PROXIES)[])('behind %s', (name) => {
  const isHere = isInstalled(name);
  let server: RunningServer;
  let proxy: Proxy;
  let cookie: string;
  let files: string;
  beforeAll(async () => {
    if (!isHere) return;
    server = await startServer({ env: { APP_URL: ORIGIN, TRUST_PROXY: '1' } });
    proxy = await startProxy(name, server.port);
    cookie = getCookies(await signIn(ADMIN));
    const headers = { ...JSON_TYPE, Origin: ORIGIN };
    const body = JSON.stringify({ companyName: 'Quillmoor' });
    const { text } = await proxy.ask('POST', '/api/pipelines', { cookie, headers, body });
    files = `/api/pipelines/${(JSON.parse(text) as { id: number }).id}/files`;
  });
  afterAll(async () => {
    await proxy?.stop();
    await server?.stop();
  });

  function signIn(account: { email: string; password: string }, headers = {}) {
    return proxy.ask('POST', '/api/auth/login', {
      headers: { ...JSON_TYPE, Origin: ORIGIN, ...headers },
      body: JSON.stringify(account),
    });
  }

  function upload(...sizes: number[]) {
    const headers = { ...BOUNDARY, Origin: ORIGIN };
    return proxy.ask('POST', files, { cookie, headers, body: formWith(sizes) });
  }

  const getAddress = (path: string) => {
    const line = server
      .log()
      .split('\n')
      .find((candidate) => candidate.includes(`"${path}"`));
    return (JSON.parse(line!) as { address: string }).address;
  };

  test.skipIf(!isHere)('a page and its scripts load', async () => {
    const page = await proxy.ask('GET', '/dashboard', { cookie });
    expect([page.status, page.text.includes('Quillmoor')]).toEqual([200, true]);
    const [, script] = /(\/assets\/[\w.-]+\.js)/.exec(page.text)!;
    expect((await proxy.ask('GET', script!)).status).toBe(200);
  });

  test.skipIf(!isHere)('plain HTTP leads to HTTPS', async () => {
    const { status, location } = await proxy.followPlain('/dashboard?search=a');
    expect(status).toBeGreaterThanOrEqual(301);
    expect(location).toMatch(/^https:\/\/deals\.fund\.example(:\d+)?\/dashboard\?search=a$/);
  });

  test.skipIf(!isHere)('a file of 50 MB is stored', async () => {
    expect((await upload(50)).status).toBe(201);
  });

  test.skipIf(!isHere)('a form with two files of 30 MB is stored', async () => {
    expect((await upload(30, 30)).status).toBe(201);
  });

  test.skipIf(!isHere)('a file of 60 MB is refused with a sentence', async () => {
    const { status, text } = await upload(60);
    expect(status).toBe(413);
    expect(text).toContain('larger than 50 MB');
  });

  test.skipIf(!isHere)('a form of another site is refused', async () => {
    const headers = { ...JSON_TYPE, Origin: 'https://other.example' };
    const body = JSON.stringify({ companyName: 'Forged' });
    const { status } = await proxy.ask('POST', '/api/pipelines', { cookie, headers, body });
    expect(status).toBe(403);
  });

  test.skipIf(!isHere)('the session cookie is for HTTPS alone', async () => {
    const { headers } = await signIn(ADMIN);
    const session = headers['set-cookie']!.find((set) => set.includes('session='));
    expect(session).toMatch(/; Secure(;|$)/);
  });

  test.skipIf(!isHere)('a forged address does not reach the log', async () => {
    const headers = { 'X-Forwarded-For': FORGED, 'X-Real-IP': FORGED };
    await proxy.ask('GET', '/forged-address', { headers });
    await expect.poll(() => server.log()).toContain('/forged-address');
    expect(getAddress('/forged-address')).toBe('127.0.0.1');
  });

  test.skipIf(!isHere)('forged addresses do not evade the login limit', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess <= MAX_FAILURES; guess++) {
      const account = { email: `guess${guess}@fund.example`, password: 'a-wrong-password' };
      statuses.push((await signIn(account, { 'X-Forwarded-For': `203.0.113.${guess}` })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
