import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../support/actors';
import { type RunningServer, startServer } from '../support/running-server';

const APP_URL = 'https://deals.fund.example';
const METRICS_TOKEN = 'a-token-for-the-monitoring';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { APP_URL, METRICS_TOKEN } });
});
afterAll(() => server.stop());

const warnings = () => server.log().match(/"kind":"warning".*X-Forwarded-For/g) ?? [];

describe('GET /readyz (rule 27.5)', () => {
  test('/readyz names each check and is 200 while none fails', async () => {
    const { status, headers, text } = await server.ask('GET', '/readyz');
    const { ok, checks } = JSON.parse(text) as { ok: boolean; checks: Record<string, string> };
    expect(Object.keys(checks)).toEqual(['database', 'disk', 'writes', 'backups', 'standby']);
    expect(ok).toBe(!Object.values(checks).includes('fail'));
    expect([status, headers['cache-control']]).toEqual([ok ? 200 : 503, 'no-store']);
    expect(checks).toMatchObject({ database: 'ok', writes: 'ok', backups: 'warn', standby: 'ok' });
  });
});

describe('GET /metrics (rule 27.6)', () => {
  const read = (token: string) =>
    server.ask('GET', '/metrics', { headers: { Authorization: `Bearer ${token}` } });

  test('/metrics is 401 without the token', async () => {
    for (const answer of [await server.ask('GET', '/metrics'), await read(`${METRICS_TOKEN}x`)])
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  test('/metrics has a value for each figure', async () => {
    const { status, headers, text } = await read(METRICS_TOKEN);
    expect([status, headers['content-type']]).toEqual([
      200,
      'text/plain; charset=utf-8; version=0.0.4',
    ]);
    for (const name of [
      'http_requests_total{status="2xx"}',
      'http_request_duration_seconds_bucket{le="+Inf"}',
      'http_request_duration_seconds_count',
      'nodejs_eventloop_delay_seconds{quantile="0.99"}',
      'process_resident_memory_bytes',
      'deal_pipeline_database_bytes',
      'deal_pipeline_disk_free_bytes',
      'deal_pipeline_queue_length{queue="writes"}',
      'deal_pipeline_check{check="database"}',
    ])
      expect(getMetric(text, name)).toMatch(/^[\d.e+-]+$/);
  });

  function getMetric(text: string, name: string): string | undefined {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return line?.slice(name.length + 1);
  }

  test('/metrics has as many series after many URLs', async () => {
    const count = async () => (await read(METRICS_TOKEN)).text.split('\n').length;
    const before = await count();
    for (let page = 0; page < 20; page++) await server.ask('GET', `/page-${page}`);
    expect(await count()).toBe(before);
  });
});

describe('a refused cross-site request (rule 27.7)', () => {
  const post = (headers: Record<string, string>) =>
    server.ask('POST', '/login', { form: { email: 'a' }, headers });
  const HTML = { Accept: 'text/html,application/xhtml+xml' };

  test('the browser gets a page with both origins and APP_URL', async () => {
    const { status, headers, text } = await post({ ...HTML, Origin: 'https://other.example' });
    expect([status, headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(text).toContain(`Expected origin: <code>${APP_URL}</code>`);
    expect(text).toContain('Received origin: <code>https://other.example</code>');
    expect(text).toContain(`APP_URL: <code>${APP_URL}</code>`);
    const findLine = () => /^.*"event":"refused".*$/m.exec(server.log())?.[0];
    await expect.poll(findLine).toBeDefined();
    expect(JSON.parse(findLine()!)).toMatchObject({
      expected: APP_URL,
      received: 'https://other.example',
      appUrl: APP_URL,
    });
  });

  test('other clients get JSON', async () => {
    const { text } = await post({ Accept: 'application/json', Origin: 'https://other.example' });
    expect(JSON.parse(text)).toEqual({ message: 'This request comes from another site.' });
  });

  test('the answer reflects no markup and no long text', async () => {
    const { text } = await post({
      ...HTML,
      Origin: `<script>alert(1)</script>${'x'.repeat(3_000)}`,
    });
    expect(text).not.toContain('<script');
    expect(text.length).toBeLessThan(1_500);
  });
});

describe('a forgotten TRUST_PROXY (rule 27.8)', () => {
  test('X-Forwarded-For without TRUST_PROXY warns once', async () => {
    expect(warnings()).toHaveLength(0);
    for (let request = 0; request < 3; request++)
      await server.ask('GET', '/login', { headers: { 'X-Forwarded-For': '203.0.113.7' } });
    expect(warnings()).toHaveLength(1);
    const { text } = await server.ask('GET', '/admin/system', { cookie: await signIn(server) });
    expect(text).toContain('Set TRUST_PROXY to the number of proxies');
  });
});
