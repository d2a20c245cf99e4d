import type { Page } from '@playwright/test';
import { violationsOn } from './axe';
import { expect, newUser, test as base } from './fixtures';
import { expectMessage, skipBrowserChecks } from './steps';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** `AXE_ALL=1` checks every rule at five widths in both themes; by default each theme has one width. */
const isWhole = Boolean(process.env.AXE_ALL);
const WIDTHS = [320, 390, 768, 1024, 1440].map((width) => ({ width, height: 900 }));
const ALL = [
  ['light', isWhole ? WIDTHS : [WIDE]],
  ['dark', isWhole ? WIDTHS.toReversed() : [PHONE]],
] as const;

/** Runs axe on the page in both themes and several widths, none of which it may be wider than. */
class Appearance {
  constructor(readonly page: Page) {}

  async at(state: string, themes: readonly (typeof ALL)[number][] = ALL): Promise<void> {
    const { page } = this;
    for (const [theme, sizes] of themes) {
      // Faster than setting the theme's cookie and reloading.
      await page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme);
      for (const size of sizes) {
        await page.setViewportSize(size);
        // Content scrolled under the header or the save bar is not a violation.
        const over = await page.evaluate(() => {
          window.scrollTo({ top: 0, behavior: 'instant' });
          const bars = document.querySelectorAll<HTMLElement>('.save-bar');
          for (const bar of bars) bar.style.position = 'static';
          return document.documentElement.scrollWidth - innerWidth;
        });
        const where = `${state}, ${theme}, ${size.width} px`;
        expect.soft(over, `${where}: too wide`).toBeLessThanOrEqual(0);
        expect.soft(await violationsOn(page), where).toEqual([]);
      }
    }
    await page.setViewportSize(WIDE);
  }
}

const test = base.extend<{ appearance: Appearance }>({
  // No transitions in progress.
  appearance: async ({ page }, provide) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await provide(new Appearance(page));
    await page.emulateMedia({ reducedMotion: null });
  },
});
test.describe.configure({ timeout: isWhole ? 600_000 : 90_000 });

/** A word that does not break. */
const LONG = 'Überlangestelecommunicationsgesellschaft'.repeat(3);

const PIPELINE = {
  companyName: 'Gantrywell',
  ceoName: 'Wilhelmina Straatveld',
  industries: ['DX', 'IOT', 'AI'],
  businessIntroduction: 'First.\n\nSecond.',
  keyBusinessNumbers: 'ARR $1.2M',
  fundingRound: 'C',
  targetFundingSize: '€15M',
  targetClosingDate: '2027-02-28',
  comments: 'Reference call done',
};
const PIPELINES = [
  { ...PIPELINE, companyName: 'Green', evaluationScore: 8, nextMeetingDate: 'ASAP' },
  { ...PIPELINE, companyName: 'Yellow', evaluationScore: 5 },
  { ...PIPELINE, companyName: 'Red', evaluationScore: 2 },
  { companyName: 'Grey' },
];

test('landing, login and sign-up, as they open and with errors', async ({
  page,
  visit,
  appearance,
  refusals,
}) => {
  refusals.push(400, 401);
  await visit('/');
  await appearance.at('landing');
  await visit('/login');
  await appearance.at('login');
  await page.getByLabel('Email').fill(newUser().email);
  await page.getByLabel('Password *').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toContainText('Login failed');
  await appearance.at('login, failed');
  await visit('/signup');
  await appearance.at('sign-up');
  await skipBrowserChecks(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await appearance.at('sign-up, errors');
});

test('the dashboard (rule 12.18)', async ({ page, visit, api, appearance }) => {
  await visit('/dashboard');
  await appearance.at('empty');
  const ids = await api.create(...PIPELINES);
  await visit('/dashboard');
  await appearance.at('full');
  await visit('/dashboard?search=nothing&industry=AI');
  await appearance.at('no match');
  await visit(`/dashboard?details=${ids[0]}`);
  await appearance.at('details');
  await visit('/dashboard?owners');
  await appearance.at('owners');
  await visit(`/dashboard?score=${ids[1]}`);
  await appearance.at('score cell open');
  await page.getByRole('button', { name: 'Save score' }).click();
  await expectMessage(page, 'Success', 'Evaluation score updated successfully');
  await appearance.at('message shown');
});

test('the deal form', async ({ page, visit, api, admin, appearance, refusals }) => {
  refusals.push(400, 409);
  const [id] = await api.create(PIPELINE);
  await visit('/pipeline/new');
  await appearance.at('new');
  await skipBrowserChecks(page);
  await page.getByLabel('Initial Evaluation Score (1-10)').fill('11');
  await page.getByRole('button', { name: 'Save Deal' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await appearance.at('errors');
  await visit(`/pipeline/${id}/edit`);
  await admin.api.update(id!, { ceoName: LONG });
  await page.getByLabel('CEO', { exact: true }).fill(`${LONG}?`);
  await appearance.at('edit');
  await page.getByRole('button', { name: 'Update Deal' }).click();
  await expect(page.getByRole('region', { name: 'Two versions' })).toBeVisible();
  await appearance.at('conflict');
  await visit('/pipeline/new');
  await page.getByLabel('Company name').fill(PIPELINE.companyName);
  await page.getByRole('button', { name: 'Save Deal' }).click();
  await expect(page.getByRole('button', { name: 'Save anyway' })).toBeVisible();
  await appearance.at('the company is there');
  await visit(`/pipeline/${id}/delete`);
  await appearance.at('delete confirmation');
});

test('the evaluation', async ({ page, visit, api, admin, appearance, refusals }) => {
  refusals.push(400, 409);
  const [id] = await api.create(PIPELINE);
  const box = page.getByRole('spinbutton', { name: 'Market size' });
  const save = page.getByRole('button', { name: 'Save as Draft' });
  await visit(`/pipeline/${id}/evaluation`);
  await appearance.at('before the first save');
  await box.fill('11');
  await skipBrowserChecks(page);
  await save.click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await appearance.at('errors');
  await admin.api.evaluate(id!, {
    marketSize: 9,
    founderQuality: 2,
    teamDepth: 1,
    executionTrackRecord: 3,
  });
  await box.fill('8');
  await save.click();
  await expect(page.getByRole('region', { name: 'Two versions' })).toBeVisible();
  await appearance.at('conflict');
  await visit(`/pipeline/${id}/evaluation`);
  await appearance.at('after a save');
});

test('history, trash and system', async ({ page, visit, api, appearance, admin, signIn }) => {
  const [id, gone] = await api.create(
    { ...PIPELINE, evaluationScore: 4 },
    { companyName: 'Steadwick' },
  );
  await api.update(id!, { evaluationScore: 8, comments: null });
  await api.evaluate(id!, { marketSize: 3 });
  await api.evaluate(id!, { marketSize: 9 });
  await api.request.delete(`/api/pipelines/${gone}`);
  await visit(`/pipeline/${id}/history`);
  await appearance.at('history');
  await page.getByRole('link', { name: 'View this version' }).last().click();
  await expect(page.getByRole('heading', { name: /^Evaluation as of/ })).toBeVisible();
  await appearance.at('former evaluation');
  await visit('/deleted');
  await appearance.at('recently deleted');
  await signIn(admin);
  for (const address of [
    '/admin/history',
    '/admin/trash',
    '/admin/system',
    `/pipeline/${id}/owner`,
    `/admin/pipelines/owner?id=${id}`,
  ]) {
    await visit(address);
    await appearance.at(address);
  }
});

test('contacts and tasks', async ({ visit, api, appearance, user: _ }) => {
  const [id] = await api.create({ ...PIPELINE });
  const add = async (what: string, data: object) => {
    const answer = await api.request.post(`/api/pipelines/${id}/${what}`, { data });
    return ((await answer.json()) as { id: number }).id;
  };
  const contact = await add('contacts', { name: 'Ines Mora', role: 'CEO', email: 'i@x.example' });
  const task = await add('tasks', { title: 'Call Ines', dueOn: '2026-01-05', dueAt: '10:00' });
  await add('tasks', { title: 'Read the deck', done: true });
  for (const address of [
    `/pipeline/${id}`,
    `/pipeline/${id}/contacts`,
    `/pipeline/${id}/contacts/${contact}`,
    `/pipeline/${id}/tasks/${task}`,
    '/tasks',
    '/review',
  ]) {
    await visit(address);
    await appearance.at(address);
  }
});

test('a page for an outsider, and the form for it', async ({
  page,
  visit,
  api,
  appearance,
  refusals,
}) => {
  refusals.push(404);
  const [id] = await api.create(PIPELINE);
  const post = async (what: string, data: object) => {
    const answer = await api.request.post(`/api/pipelines/${id}/${what}`, { data });
    return (await answer.json()) as { id: number; url: string };
  };
  await api.evaluate(id!, { marketSize: 9, marketNotes: 'Wide' });
  const { id: note } = await post('notes', { text: 'For them' });
  const { url } = await post('shares', { facts: true, evaluation: true, notes: [note] });
  await visit(`/pipeline/${id}/share`);
  await appearance.at('the form');
  await page.goto(url);
  await appearance.at('the page');
  await page.goto(`${url}x`);
  await appearance.at('no page');
});

test('the account', async ({ page, visit, user: _, appearance, refusals }) => {
  refusals.push(400);
  await visit('/account');
  await appearance.at('plain');
  await skipBrowserChecks(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Please enter your current password')).toBeVisible();
  await appearance.at('errors');
});

test('API tokens', async ({ page, visit, user: _, appearance }) => {
  await visit('/account/tokens');
  await appearance.at('new');
  await page.getByLabel('Name').fill('Importer');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('heading', { name: 'API token created' })).toBeVisible();
  await appearance.at('created');
  await visit('/account');
  await appearance.at('listed');
});

test('users and deals in the admin area', async ({
  page,
  visit,
  api,
  admin,
  signUp,
  signIn,
  appearance,
  refusals,
}) => {
  refusals.push(400);
  await api.create(...PIPELINES, { companyName: 'Yellow, Inc.' });
  const doomed = await signUp('Doomed');
  await signIn(admin);
  await visit('/admin?search=doomed');
  await appearance.at('users');
  await visit('/admin?search=doomed&manager');
  await appearance.at('create manager');
  await visit('/admin?search=doomed&add');
  await skipBrowserChecks(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await appearance.at('add user, errors');
  await visit('/admin/pipelines?search=e&size=25');
  await appearance.at('deals');
  await visit('/admin/pipelines/doubles');
  await appearance.at('doubles');
  await visit('/admin/pipelines/doubles?key=yellow');
  await appearance.at('deals side by side');
  await visit(`/admin?${new URLSearchParams({ search: doomed.email })}`);
  await page.getByRole('checkbox', { name: /^Select Doomed/ }).check();
  await appearance.at('a user ticked');
  await page.getByRole('button', { name: 'Bulk Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Delete 1 user?' })).toBeVisible();
  await appearance.at('bulk confirmation');
  await visit(`/admin/users/${doomed.id}/delete`);
  await appearance.at('user confirmation');
});

test('an import, step by step', async ({ page, visit, api, appearance, refusals }) => {
  refusals.push(400);
  const [id] = await api.create({ companyName: 'Aster', ceoName: 'Ada' });
  await visit('/import');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('Please choose a file, or paste cells.')).toBeVisible();
  await appearance.at('nothing chosen');
  await page
    .getByLabel('Or paste cells')
    .fill(`Company\tCEO\tScore\nASTER\tBo\t7\nBirch\tCy\t8\nCask\t${'x'.repeat(300)}\tabc`);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Columns: Pasted cells' })).toBeVisible();
  await page.getByLabel(/^Field of column B/).selectOption('Company name');
  await page.getByRole('button', { name: 'Continue to the preview' }).click();
  await expect(page.getByText(/goes to Company name already/)).toBeVisible();
  await appearance.at('columns, errors');
  await page.getByLabel(/^Field of column B/).selectOption('CEO');
  await page.getByRole('button', { name: 'Continue to the preview' }).click();
  for (const kind of ['Possible duplicate', 'Error']) {
    await page.getByRole('button', { name: new RegExp(`^${kind} \\d`) }).click();
    await appearance.at(`preview, ${kind}`);
  }
  await page.getByRole('button', { name: /^Import: create 1, update 1/ }).click();
  await expect(page.getByRole('heading', { name: 'Imported: Pasted cells' })).toBeVisible();
  await api.update(id!, { evaluationScore: 3 });
  await page.getByRole('link', { name: 'Undo this import' }).click();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByRole('heading', { name: 'Undone: Pasted cells' })).toBeVisible();
  await appearance.at('undone');
  await visit('/import');
  await appearance.at('list');
});

test('error pages', async ({ page, visit, appearance, refusals }) => {
  refusals.push(401, 404);
  await visit('/nowhere');
  await appearance.at('404');
  // The browser stays on the page if the response has no content.
  await page.route(/\/api\/login/, (route) => route.fulfill({ status: 204 }));
  await page.goto('/dashboard');
  await appearance.at('401');
});

test('screens without scripts', async ({ browser, site, api, page, appearance }) => {
  const ids = await api.create(...PIPELINES);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: site.url,
    storageState: await api.request.storageState(),
  });
  const plain = await context.newPage();
  for (const address of [
    '/dashboard?search=e',
    `/dashboard?details=${ids[0]}`,
    '/dashboard?owners',
    `/dashboard?score=${ids[1]}`,
    '/pipeline/new',
    `/pipeline/${ids[0]}`,
    `/pipeline/${ids[0]}/evaluation`,
    '/import',
  ]) {
    await plain.goto(address);
    // Where no scripts run, axe does not either: it checks what is there in another window, with what that would hide.
    const html = (await plain.content()).replace(/<script[^]*?<\/script>/g, '');
    const body = html.replaceAll('without-scripts', '');
    await page.route(plain.url(), (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(plain.url());
    await appearance.at(`${address} without scripts`, [['light', [WIDE, PHONE]]]);
  }
  await context.close();
});
