import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { buildRequest } from '../support/access-requests';
import { ACCESS_TABLE } from '../support/access-table';
import { type PeopledServer, startPeopledServer } from '../support/actors';

/** Checks that pages contain no character that their data lacks, wherever chunks are split. */

/** Characters of three and four bytes, for every text that people can type. */
const SAMPLE = '深圳前海微众银行🚀株式会社𠮷野家は牛丼😀';
const LONG = SAMPLE.repeat(40);
const LONG_TEXTS = DEAL_FIELDS.filter(({ kind }) => kind === 'lines');
const TEXTS = DEAL_FIELDS.filter(({ kind }) => kind === 'line' || kind === 'choice');
/**
 * Splits of such characters differ at each of twelve offsets; tests/html.test.tsx tries every one.
 */
const OFFSETS = 2;
/** Matches runs of characters from the sample's scripts. */
const FOREIGN = /[\u3000-\u30ff\u3400-\u9fff\u{1f300}-\u{1faff}\u{20000}-\u{2ffff}]+/gu;

let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer();
});
afterAll(async () => {
  await server.stop();
});

async function addSampleDeal(): Promise<number> {
  const cookie = server.cookies.admin;
  const texts = Object.fromEntries([
    ...TEXTS.map(({ key }) => [key, SAMPLE]),
    ...LONG_TEXTS.map(({ key }) => [key, LONG]),
  ]);
  const created = await server.ask('POST', '/api/pipelines', {
    cookie,
    json: { industries: [SAMPLE], ...texts },
  });
  expect(created.status, created.text).toBe(201);
  const { id } = JSON.parse(created.text) as { id: number };
  const evaluation = {
    ...Object.fromEntries(NOTES_KEYS.map((key) => [key, LONG])),
    [CRITERIA[0]!.key]: 9,
  };
  expect(
    (await server.ask('POST', `/api/pipelines/${id}/evaluation`, { cookie, json: evaluation }))
      .status,
  ).toBe(200);
  return id;
}

/** Routes that do not show the viewer's name. */
const NAMELESS = [
  'calendar.$file',
  'insights_.csv',
  'manifest[.]webmanifest',
  'pipeline.$id.files_.$file',
  'search_.suggest',
  'share.$',
  'unsubscribe.$key',
  'pipeline.$id.memo_.$memo',
];

function listScreens(deal: number): string[] {
  const pages = ACCESS_TABLE.filter(
    (row) =>
      row.method === 'GET' &&
      row.admin === 200 &&
      !row.path.startsWith('/api/') &&
      !/(export|template)$/.test(row.route) &&
      !NAMELESS.includes(row.route),
  );
  // These are of a deal of their own.
  const addresses = pages.map(({ path }) => {
    const isOwn = !/\{(merge|round|memo|decision)\}/.test(path);
    return buildRequest(server, { path: isOwn ? path.replace('{deal}', String(deal)) : path }).path;
  });
  return [
    ...addresses,
    '/dashboard?owners',
    `/dashboard?score=${deal}`,
    `/admin/pipelines?score=${deal}`,
    '/dashboard.data',
    `/pipeline/${deal}/edit.data`,
  ];
}

describe('a page in Chinese, Japanese and emoji', () => {
  test(`every screen is intact at ${OFFSETS} offsets`, { timeout: 120_000 }, async () => {
    const deal = await addSampleDeal();
    const addresses = listScreens(deal);
    const rename = server.sql.prepare(
      'update users set first_name = ?, last_name = ? where id = ?',
    );
    const wanted = new Map<string, number>();
    for (let offset = 0; offset < OFFSETS; offset++) {
      // The name comes first on each page, so a longer one shifts everything after it.
      rename.run(SAMPLE, 'x'.repeat(offset + 1), server.ids.admin);
      for (const address of addresses) {
        const { status, text } = await server.ask('GET', address, { cookie: server.cookies.admin });
        expect(status, address).toBe(200);
        expect(/[\0\ufffd]/.exec(text)?.index, `${address} at ${offset}`).toBeUndefined();
        const foreign = text.match(FOREIGN) ?? [];
        expect(
          foreign.find((run) => !LONG.includes(run)),
          `${address} at ${offset}`,
        ).toBeUndefined();
        wanted.set(address, wanted.get(address) ?? foreign.length);
        expect(foreign.length, `${address} at ${offset}`).toBe(wanted.get(address));
      }
    }
    expect(addresses.length).toBeGreaterThan(20);
    expect([...wanted.values()].every((runs) => runs > 0)).toBe(true);
  });
});
