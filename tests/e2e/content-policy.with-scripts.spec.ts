import type { Page } from '@playwright/test';
import SQLite from 'better-sqlite3';
import { companyKey } from '~/models/pipeline/company-key';
import { type Api, expect, test, VIEWER } from './fixtures';
import { holdRequests } from './steps';

test.describe.configure({ timeout: 120_000 });

/** In px: 1280 px at 400 %, 1366 px at 200 %, a small window. */
const NARROW = [320, 683, 1024];
const LONG = 'Überlangestelecommunicationsgesellschaft'.repeat(3);

/** At which of the widths a page is wider than its window, and by how many px. */
async function overflowing(page: Page): Promise<string[]> {
  const wide: string[] = [];
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 480 });
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (over > 0) wide.push(`${page.url()}: ${over} px at ${width}`);
  }
  await page.setViewportSize(VIEWER.viewport);
  return wide;
}

/** What a page says before its scripts are there. */
async function earlyLines(page: Page, address: string): Promise<string[]> {
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

interface Kept {
  id: number;
  other: number;
  note: number;
}

/** Deals whose fields are as long as they get, one of them with a note, an evaluation and one that was deleted. */
async function createLong(api: Api): Promise<Kept> {
  const companyName = `Gantrywell ${LONG}`;
  const [id, gone, other] = await api.create(
    {
      companyName,
      ceoName: LONG,
      industries: ['DX', 'Mobile Internet', 'In/Out bound'],
      businessIntroduction: LONG,
      evaluationScore: 8,
      targetFundingSize: '12.000.000 €',
      nextMeetingDate: '90 days',
    },
    { companyName },
    { companyName: `${companyName} Ltd` },
  );
  await api.evaluate(id!, { marketSize: 3, marketNotes: LONG });
  await api.request.delete(`/api/pipelines/${gone}`);
  const noted = await api.request.post(`/api/pipelines/${id}/notes`, { data: { text: LONG } });
  const { id: note } = (await noted.json()) as { id: number };
  return { id: id!, other: other!, note };
}

const KEY = new URLSearchParams({ key: companyKey(`Gantrywell ${LONG}`) });
/** Every screen that is opened by an address; the other tests open the rest. */
const SCREENS = {
  'signed out': () => ['/', '/login', '/signup', '/nowhere'],
  lists: ({ id }: Kept) => [
    `/dashboard?details=${id}`,
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
    '/account',
    '/account/tokens',
    '/account/calendar',
    '/account/two-factor',
  ],
  'a deal': ({ id, other, note }: Kept) => [
    '/pipeline/new',
    ...['', '/edit', '/evaluation', '/notes', '/history', '/owner', '/met', '/later', '/delete']
      .concat(['/members', '/stage', '/contacts', '/tasks', '/files', '/merge', '/share'])
      .concat([`/merge?other=${other}`, `/notes/${note}`])
      .map((page) => `/pipeline/${id}${page}`),
  ],
  'the admin area': ({ id }: Kept) => [
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
    '/admin/trash',
  ],
};

/** A report of the content policy fails any test. */
for (const [which, addressesOf] of Object.entries(SCREENS))
  test(`no screen does what the content policy forbids, scrolls sideways at 200 and 400 %, or shows what scripts hide: ${which} (rules 12.19 and 12.38)`, async ({
    page,
    context,
    ready,
    site,
    admin,
    user,
    signIn,
    refusals,
  }) => {
    refusals.push(404);
    await signIn(admin);
    const kept = await createLong(admin.api);
    const addresses = addressesOf(kept);
    if (which === 'signed out') await context.clearCookies();
    const own = which === 'the admin area' ? await addLongFields(admin.api) : [];
    if (which === 'the admin area') {
      const pending = await addPending(admin.api, site.database);
      const users = [user.id, `${user.id}/delete`, `delete?id=${user.id}`, pending];
      addresses.push(...users.map((path) => `/admin/users/${path}`));
      addresses.push(...own.map((key) => `/admin/fields/${key}`));
    }
    const flaws: string[] = [];
    for (const address of addresses) {
      const early = await earlyLines(page, address);
      await ready();
      const late = new Set(await linesOf(page));
      flaws.push(...early.filter((line) => !late.has(line)).map((line) => `${address}: ${line}`));
      flaws.push(...(await overflowing(page)));
    }
    for (const key of own)
      await admin.api.request.put(`/api/fields/${key}`, { data: { archived: true } });
    expect(flaws).toEqual([]);
    expect(await admin.api.exists(kept.id), 'looking changes nothing').toBe(true);
  });

/** Somebody with a long name who waits for approval; this server approves at once. */
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

/** Own fields whose names and options are long words. Returns their keys. */
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
