import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import SQLite from 'better-sqlite3';
import { computeCompanyKey } from '~/domain/deal/company-key';
import { expectAccessible, expectAccessibleAtEachWidth, isWhole, measureOverflow } from './axe';
import { type Api, expect, test, type User } from './fixtures';
import { SCREENS } from './screens';
import type { Site } from './site';
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
  const lines = await listLines(page);
  release();
  return lines;
}

function listLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const unseen = new Set(
      [...document.querySelectorAll('.sr-only')].map(({ textContent }) => textContent),
    );
    return document.body.innerText.split(/\s*\n\s*/).filter((line) => !unseen.has(line));
  });
}

/** Returns what departs from one left edge, one primary button and Cancel before it; runs in the page. */
function listLookFlaws(): string[] {
  const flaws: string[] = [];
  // Skips pages for outsiders, which are centered.
  if (!document.querySelector('.bar')) return flaws;
  const left = document.querySelector('main h1')?.getBoundingClientRect().left;
  if (left !== 24) flaws.push(`its title begins at ${left} px`);
  const primary = [...document.querySelectorAll('.btn-primary')].filter((button) =>
    button.checkVisibility(),
  );
  if (primary.length > 1)
    flaws.push(`primary buttons: ${primary.map(({ textContent }) => textContent).join(', ')}`);
  const cancel = [...document.querySelectorAll('main .btn')].find(
    (button) => button.textContent === 'Cancel' && button.checkVisibility(),
  );
  const getLeft = (button: Element) => button.getBoundingClientRect().left;
  if (cancel && primary[0] && getLeft(cancel) > getLeft(primary[0]))
    flaws.push(`${primary[0].textContent} stands before Cancel`);
  return flaws;
}

type Records = Record<string, number | string>;

/** Creates deals of each tone, the first filled with the longest words, and a deleted one. */
async function createRecords(admin: Api, user: User, { database }: Site): Promise<Records> {
  const [deal, gone, other, red, loser] = await admin.create(
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
    { companyName: LONG },
  );
  const post = async (address: string, data: object) => {
    const answer = await admin.request.post(address, { data });
    expect(answer.ok(), address).toBe(true);
    return (await answer.json()) as { id: number; url: string };
  };
  const add = (what: string, data: object) => post(`/api/pipelines/${deal}/${what}`, data);
  await admin.evaluate(deal!, { marketSize: 3, marketNotes: LONG });
  await admin.update(deal!, { evaluationScore: 9 });
  await admin.request.delete(`/api/pipelines/${gone}`);
  const name = LONG.slice(0, 90);
  const { id: note } = await add('notes', { text: LONG });
  const { id: contact } = await add('contacts', { name, role: 'CEO', email: 'i@x.example' });
  const { id: task } = await add('tasks', { title: name, dueOn: '2026-01-05', dueAt: '10:00' });
  await add('tasks', { title: 'Read the deck', done: true });
  const { url } = await add('shares', { facts: true, evaluation: true, notes: [note] });
  const memo = { title: name, summary: LONG, risks: LONG, questions: LONG, notes: [note] };
  const { id: frozen } = await add('memos', memo);
  const conditions = [{ text: name, dueOn: '2026-01-05' }, { text: 'References' }];
  const { id: decision } = await post(`/api/pipelines/${other}/decisions`, {
    stage: 'Passed',
    text: LONG,
    conditions,
  });
  const closed = await addRound(admin, deal!);
  await add(`rounds/${closed}/close`, {});
  const round = await addRound(admin, deal!);
  const { id: merge } = await add('merge', { otherId: loser });
  const { id: item } = await post('/api/inbox', {
    companyName: COMPANY,
    contactName: name,
    contactEmail: 'i@x.example',
    text: LONG,
  });
  const { id: imported } = (await (
    await admin.request.post('/api/pipelines/import', {
      headers: { 'Content-Type': 'text/csv' },
      data: `Company,CEO\n${COMPANY} imported,${LONG}`,
    })
  ).json()) as { id: number };
  return {
    deal: deal!,
    other: other!,
    red: red!,
    note,
    contact,
    task,
    decision,
    merge,
    item,
    imported,
    round,
    closed,
    memo: frozen,
    user: user.id,
    key: encodeURIComponent(computeCompanyKey(COMPANY)),
    share: new URL(url).pathname.slice('/share/'.length),
    ...addLinks(database, user, deal!),
  };
}

/** Adds the links of emails, which no API returns. */
function addLinks(database: string, user: User, deal: number): Records {
  const sql = new SQLite(database);
  const [unsubscribe, password] = [1, 2].map(() => randomBytes(16).toString('base64url'));
  sql
    .prepare(
      'insert into preferences (user_id, review_mail_since, unsubscribe_key) values (?, 1, ?)',
    )
    .run(user.id, unsubscribe);
  sql
    .prepare('insert into password_links (key, user_id, expire) values (?, ?, ?)')
    .run(createHash('sha256').update(password!).digest('hex'), user.id, Date.now() + 3_600_000);
  const change = sql
    .prepare("select max(id) from changes where subject = 'pipeline' and subject_id = ?")
    .pluck()
    .get(String(deal)) as number;
  sql.close();
  return { unsubscribe: unsubscribe!, password: password!, change };
}

/** Opens a round on a deal in which the admin submits a scorecard. Returns its id. */
async function addRound({ request }: Api, deal: number): Promise<number> {
  const user = (await (await request.get('/api/auth/user')).json()) as { id: string };
  const address = `/api/pipelines/${deal}/rounds`;
  const data = { userIds: [user.id], until: '2199-12-31' };
  const { id } = (await (await request.post(address, { data })).json()) as { id: number };
  const card = { scores: { marketSize: 7 }, notes: { marketNotes: LONG }, vote: 'lead' };
  const sent = await request.put(`${address}/${id}/card`, { data: { ...card, submit: true } });
  expect(sent.ok()).toBe(true);
  return id;
}

/** Uploads a file with a value that is no stage, and leads it to the preview. Returns the import's id. */
async function prepareImport(page: Page): Promise<string> {
  await page.goto('/import');
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: `${LONG}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Company,CEO,Status,${LONG}\nPreviewed ${LONG},${LONG},${LONG},${LONG}`),
  });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to the preview' }).click();
  await expect(page.getByRole('heading', { name: /^Values/ })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to the preview' }).click();
  await expect(page.getByRole('heading', { name: /^Preview/ })).toBeVisible();
  return /\d+/.exec(new URL(page.url()).pathname)![0];
}

/** Saves a view by its form, which no API has. Returns its id. */
async function addView({ request }: Api): Promise<string> {
  await request.post('/views/new', {
    form: { name: LONG.slice(0, 50), back: '/dashboard?round=A' },
  });
  const page = await (await request.get('/views')).text();
  return /\/views\/(\d+)"/.exec(page)![1]!;
}

test.describe('screens for everyone (rules 12.18, 12.19 and 12.38)', () => {
  /** Fails on any report of the content policy. */
  for (const [which, screens] of Object.entries(SCREENS))
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
      const records = await createRecords(admin.api, user, site);
      if (which === 'signed out') await context.clearCookies();
      if (which === 'lists') records.view = await addView(admin.api);
      if (which === 'an import') records.preview = await prepareImport(page);
      const hasFields = which.includes('admin');
      if (hasFields) {
        records.pending = await addPending(admin.api, site.database);
        Object.assign(records, await addLongFields(admin.api));
      }
      const flaws: string[] = [];
      for (const screen of screens) {
        const address = screen.replace(/\{(\w+)\}/g, (_, name: string) => String(records[name]));
        const early = await readEarlyLines(page, address);
        await ready();
        const late = new Set(await listLines(page));
        flaws.push(...early.filter((line) => !late.has(line)).map((line) => `${screen}: ${line}`));
        if (/^Something went wrong/.test(await page.title())) flaws.push(`${screen}: error title`);
        for (const width of NARROW) {
          const over = await measureOverflow(page, width);
          if (over > 0) flaws.push(`${screen}: ${over} px too wide at ${width}`);
        }
        // Skips pages for paper, which have no heading.
        if (screen.endsWith('/print')) continue;
        await expectAccessibleAtEachWidth(page, screen);
        const look = which === 'signed out' ? [] : await page.evaluate(listLookFlaws);
        flaws.push(...look.map((flaw) => `${screen}: ${flaw}`));
      }
      for (const field of hasFields ? ['text', 'choice'] : [])
        await admin.api.request.put(`/api/fields/${records[field]}`, { data: { archived: true } });
      expect(flaws).toEqual([]);
      expect(await admin.api.exists(Number(records.deal)), 'looking changes nothing').toBe(true);
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

/** Adds custom fields whose names and options are long words. Returns their keys by kind. */
async function addLongFields({ request }: Api): Promise<Records> {
  const keys: Records = {};
  const long = LONG.slice(0, 90);
  for (const field of [
    { name: `${long} 1`, kind: 'text' },
    { name: `${long} 2`, kind: 'choice', options: [long] },
  ]) {
    const answer = await request.post('/api/fields', { data: field });
    expect(answer.status()).toBe(201);
    keys[field.kind] = ((await answer.json()) as { key: string }).key;
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
  const redirect = page.waitForResponse(/\/api\/login/);
  await page.goto('/dashboard');
  await expectAccessible(page, 'signed out');
  // A redirect after the test would abort what follows it.
  await redirect;
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
