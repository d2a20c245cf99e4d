import type { Page } from '@playwright/test';
import SQLite from 'better-sqlite3';
import { computeCompanyKey } from '~/domain/deal/company-key';
import { expectAccessible, isWhole, measureOverflow } from './axe';
import { type Api, expect, test } from './fixtures';
import { holdRequests } from './steps';

test.describe.configure({ timeout: isWhole ? 900_000 : 180_000 });

/** In px: 1280 px at 400 %, 1366 px at 200 %, a small window. */
const NARROW = [320, 683, 1024];
const LONG = 'Überlangestelecommunicationsgesellschaft'.repeat(3);
const COMPANY = `Gantrywell ${LONG}`;

/** Returns the page's text before its scripts arrive. */
async function readEarlyLines(page: Page, address: string): Promise<string[]> {
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  const lines = await linesOf(page);
  release();
  return lines;
}

function linesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const unseen = new Set(
      [...document.querySelectorAll('.sr-only')].map(({ textContent }) => textContent),
    );
    return document.body.innerText.split(/\s*\n\s*/).filter((line) => !unseen.has(line));
  });
}

interface Made {
  id: number;
  other: number;
  /** Id of the deal with a short name. */
  red: number;
  note: number;
  contact: number;
  task: number;
  share: string;
}

/** Creates deals of each tone, the first filled with the longest words, and a deleted one. */
async function createLongDeals(api: Api): Promise<Made> {
  const [id, gone, other, red] = await api.create(
    {
      companyName: COMPANY,
      ceoName: LONG,
      industries: ['DX', 'Mobile Internet', 'In/Out bound'],
      businessIntroduction: LONG,
      evaluationScore: 8,
      targetFundingSize: '12.000.000 €',
      nextMeetingDate: '90 days',
    },
    { companyName: COMPANY },
    { companyName: `${COMPANY} Ltd`, evaluationScore: 5, nextMeetingDate: 'ASAP' },
    { companyName: 'Red', evaluationScore: 2 },
  );
  const post = async (what: string, data: object) => {
    const answer = await api.request.post(`/api/pipelines/${id}/${what}`, { data });
    expect(answer.ok(), what).toBe(true);
    return (await answer.json()) as { id: number; url: string };
  };
  await api.evaluate(id!, { marketSize: 3, marketNotes: LONG });
  await api.update(id!, { evaluationScore: 9 });
  await api.request.delete(`/api/pipelines/${gone}`);
  const name = LONG.slice(0, 90);
  const { id: note } = await post('notes', { text: LONG });
  const { id: contact } = await post('contacts', { name, role: 'CEO', email: 'i@x.example' });
  const { id: task } = await post('tasks', { title: name, dueOn: '2026-01-05', dueAt: '10:00' });
  await post('tasks', { title: 'Read the deck', done: true });
  const { url } = await post('shares', { facts: true, evaluation: true, notes: [note] });
  return { id: id!, other: other!, red: red!, note, contact, task, share: new URL(url).pathname };
}

const KEY = new URLSearchParams({ key: computeCompanyKey(COMPANY) });
/** Lists every screen that an address opens; results of actions are checked in their own tests. */
const SCREENS = {
  'signed out': ({ share }: Made) => ['/', '/login', '/signup', '/nowhere', share, '/share/none'],
  lists: ({ id, red }: Made) => [
    `/dashboard?details=${id}`,
    `/dashboard?score=${red}`,
    '/dashboard?search=nothing&industry=AI',
    '/dashboard?select=on&owners',
    '/dashboard/doubles',
    `/dashboard/doubles?${KEY}`,
    '/dashboard/print',
    `/dashboard/delete?id=${id}`,
    `/selected?id=${id}`,
    '/columns',
    '/views',
    '/views/new?back=/dashboard',
    '/search?q=gantry',
    '/filters',
    '/board',
    '/tasks',
    '/insights',
    '/review',
    '/import',
    '/deleted',
  ],
  'a deal': ({ id, other, note, contact, task }: Made) => [
    '/pipeline/new',
    '/add',
    `/pipeline/${id}/share/preview?facts=on`,
    ...['', '/edit', '/evaluation', '/notes', '/history', '/owner', '/met', '/later', '/delete']
      .concat(['/members', '/stage', '/contacts', '/tasks', '/files', '/merge', '/share'])
      .concat([`/merge?other=${other}`, `/notes/${note}`])
      .concat([`/contacts/${contact}`, `/tasks/${task}`])
      .map((page) => `/pipeline/${id}${page}`),
  ],
  'the account and the admin area': ({ id }: Made) => [
    '/account',
    '/account/tokens',
    '/account/calendar',
    '/account/two-factor',
    '/admin?manager',
    '/admin?add',
    '/admin/approvals',
    `/admin/pipelines?details=${id}`,
    '/admin/pipelines/doubles',
    '/admin/pipelines/print',
    `/admin/pipelines/delete?id=${id}`,
    `/admin/pipelines/owner?id=${id}`,
    '/admin/history',
    '/admin/system',
    '/admin/lists',
    '/admin/fields',
    '/admin/intake',
    '/admin/trash',
  ],
};

test.describe('screens for everyone (rules 12.18, 12.19 and 12.38)', () => {
  /** Fails on any report of the content policy. */
  for (const [which, addressesOf] of Object.entries(SCREENS))
    test(`screens pass CSP, zoom and axe checks: ${which}`, async ({
      page,
      context,
      ready,
      site,
      admin,
      user,
      signIn,
      expectedErrors,
    }) => {
      expectedErrors.push(404);
      await signIn(admin);
      const made = await createLongDeals(admin.api);
      const addresses = addressesOf(made);
      if (which === 'signed out') await context.clearCookies();
      const own = which.includes('admin') ? await addLongFields(admin.api) : [];
      if (which.includes('admin')) {
        const pending = await addPending(admin.api, site.database);
        const users = [
          user.id,
          `${user.id}/offboard`,
          `${user.id}/delete`,
          `delete?id=${user.id}`,
          pending,
        ];
        addresses.push(...users.map((path) => `/admin/users/${path}`));
        addresses.push(...own.map((key) => `/admin/fields/${key}`));
      }
      const flaws: string[] = [];
      for (const address of addresses) {
        const early = await readEarlyLines(page, address);
        await ready();
        const late = new Set(await linesOf(page));
        flaws.push(...early.filter((line) => !late.has(line)).map((line) => `${address}: ${line}`));
        for (const width of NARROW) {
          const over = await measureOverflow(page, width);
          if (over > 0) flaws.push(`${address}: ${over} px too wide at ${width}`);
        }
        // Skips pages for paper, which have no heading.
        if (!address.endsWith('/print')) await expectAccessible(page, address);
      }
      for (const key of own)
        await admin.api.request.put(`/api/fields/${key}`, { data: { archived: true } });
      expect(flaws).toEqual([]);
      expect(await admin.api.exists(made.id), 'looking changes nothing').toBe(true);
    });
});

async function addPending({ request }: Api, database: string): Promise<string> {
  const email = `${'long-address'.repeat(4)}@${'company'.repeat(4)}.example`;
  const data = { email, password: 'a-password-2026', firstName: LONG.slice(0, 80), lastName: '' };
  const answer = await request.post('/api/admin/users', { data });
  expect(answer.status()).toBe(201);
  const sql = new SQLite(database);
  sql.prepare("update users set approval_status = 'pending' where email = ?").run(email);
  sql.close();
  return ((await answer.json()) as { id: string }).id;
}

/** Adds custom fields whose names and options are long words. Returns their keys. */
async function addLongFields({ request }: Api): Promise<string[]> {
  const keys: string[] = [];
  const long = LONG.slice(0, 90);
  for (const field of [
    { name: `${long} 1`, kind: 'text' },
    { name: `${long} 2`, kind: 'choice', options: [long] },
  ]) {
    const answer = await request.post('/api/fields', { data: field });
    expect(answer.status()).toBe(201);
    keys.push(((await answer.json()) as { key: string }).key);
  }
  return keys;
}

test('screens without scripts and the login request pass too', async ({
  browser,
  site,
  api,
  page,
  expectedErrors,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell' }, { companyName: 'Grey' });
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: site.url,
    storageState: await api.request.storageState(),
  });
  const plain = await context.newPage();
  for (const address of [
    '/dashboard?search=e&owners',
    `/dashboard?score=${id}`,
    `/pipeline/${id}`,
    `/pipeline/${id}/evaluation`,
    '/import',
  ]) {
    await plain.goto(address);
    // Checks the markup in a window with scripts, which axe needs, with `noscript` content shown.
    const html = (await plain.content()).replace(/<script[^]*?<\/script>/g, '');
    const body = html.replaceAll('without-scripts', '');
    await page.route(plain.url(), (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(plain.url());
    await expectAccessible(page, `${address} without scripts`);
  }
  await context.close();
  expectedErrors.push(401);
  await page.context().clearCookies();
  // Keeps the browser on the page, as a response without content does.
  await page.route(/\/api\/login/, (route) => route.fulfill({ status: 204 }));
  await page.goto('/dashboard');
  await expectAccessible(page, 'signed out');
});

test.describe('names from right to left (rule 3.28)', () => {
  test('a right-to-left name does not move what follows it', async ({ page, visit, api }) => {
    const [id, other] = await api.create(
      { companyName: 'שלום', ceoName: 'נור' },
      { companyName: 'Pinwhistle' },
    );
    await api.request.post(`/api/pipelines/${id}/tasks`, { data: { title: 'שיחה' } });
    for (const [address, name, after] of [
      ['/dashboard', 'נור', ', CEO'],
      [`/dashboard?details=${id}`, 'שלום', ' - Company Details'],
      [`/pipeline/${other}/merge?other=${id}`, 'שלום', 'of Ana Lindqvist, New'],
      [`/pipeline/${id}/history`, 'שיחה', 'Ana Lindqvist'],
      ['/tasks', 'שיחה', 'שלום'],
    ] as const) {
      await visit(address);
      const root = page.locator(address.includes('details') ? 'dialog h2' : 'main');
      await expect(root).toContainText(name);
      expect.soft(await root.evaluate(isInOrder, [name, after]), address).toBe(true);
    }
  });
});

/** Returns whether the second text stands to the right of the first; runs in the page. */
function isInOrder(root: Element, texts: string[]): boolean {
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  nodes.nextNode();
  const [name, after] = texts.map((text) => {
    while (!nodes.currentNode.textContent!.includes(text) && nodes.nextNode());
    const range = document.createRange();
    const begin = nodes.currentNode.textContent!.indexOf(text);
    range.setStart(nodes.currentNode, begin);
    range.setEnd(nodes.currentNode, begin + text.length);
    return range.getBoundingClientRect();
  });
  return after!.left >= name!.right - 1;
}
