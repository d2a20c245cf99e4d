import type { Page } from '@playwright/test';
import { expect, newUser, test } from './fixtures';
import { ageSessions, holdRequests, openMenu, row } from './steps';

const DATA = /\.data(\?|$)/;

/** Fails every data request, like a dropped link or a proxy without its server. */
async function cutLink(page: Page, how: 'offline' | 'proxy'): Promise<() => Promise<void>> {
  await page.route(DATA, (route) =>
    how === 'offline'
      ? route.abort()
      : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  return () => page.unroute(DATA);
}

const LEAVE = 'You have unsaved changes. Leave this page and discard them?';

const box = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });
const findFailure = (page: Page) => page.getByRole('main').getByRole('alert');

/** Lists what the forms of the page would send. */
const readForms = (page: Page) =>
  page
    .getByRole('main')
    .locator('form')
    .evaluateAll((forms: HTMLFormElement[]) =>
      forms.map((form) => [...new FormData(form)].map(([name, value]) => [name, value as string])),
    );

/** Returns how many forms the server has answered since. */
function countAnsweredPosts(page: Page): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.ok()) count++;
  });
  return () => count;
}

async function pasteCells(page: Page): Promise<void> {
  await page.getByLabel('Or paste cells').fill('Startup\tWhere\nAster\tOslo\nBirch\tRome');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Columns: Pasted cells' })).toBeVisible();
  await page.getByLabel('Field of column B, Where').selectOption('Comments');
}

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push('ERR_FAILED', 502);
});

test.describe('a dropped connection (rules 3.21, 3.23, 12.18, 12.20, 12.21, 18.9 and 23.13)', () => {
  test('an unsent evaluation keeps its input and is sent again', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/evaluation`);
    await box(page, 'Market size').fill('8');
    await page.getByLabel('Team notes').fill('Two founders');
    await cutLink(page, 'proxy');
    await page.getByRole('button', { name: 'Complete Evaluation' }).click();
    await expect(findFailure(page)).toContainText('Failed to save evaluation. Not sent.');
    await expect(findFailure(page)).toBeFocused();
    await expect(box(page, 'Market size')).toHaveValue('8.0');
    await expect(page.getByLabel('Team notes')).toHaveValue('Two founders');
    expect(await api.evaluation(id!)).toBeUndefined();

    const mendLink = await cutLink(page, 'offline');
    await page.getByRole('button', { name: 'Try again' }).click();
    // Waits for the second failure: its notice takes the focus from the button.
    await expect(findFailure(page)).toBeFocused();
    await mendLink();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Evaluation saved successfully')).toBeVisible();
    await expect(findFailure(page)).toBeHidden();
    expect(await api.evaluation(id!)).toMatchObject({ marketSize: 8, teamNotes: 'Two founders' });
  });

  test('a lost answer makes one deal, and an edit retries itself', async ({ page, visit, api }) => {
    await visit('/pipeline/new');
    await page.getByLabel('Company name').fill('Gantrywell');
    await page.route(DATA, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Save Deal' }).click();
    await expect(findFailure(page)).toContainText('Failed to create pipeline. Not sent.');
    await page.unroute(DATA);
    await page.getByLabel('CEO', { exact: true }).fill('Typed since');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Pipeline created successfully')).toBeVisible();
    const deals = await api.list();
    expect(deals).toMatchObject([{ companyName: 'Gantrywell', ceoName: 'Typed since' }]);

    const { id } = deals[0]!;
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('Comments').fill('Met at the fair');
    const mendLink = await cutLink(page, 'offline');
    await page.getByRole('button', { name: 'Save & Evaluate' }).click();
    await expect(findFailure(page)).toContainText('Failed to update pipeline. Not sent.');
    await page.getByLabel('Send it when the connection is back').check();
    await mendLink();
    await expect(page).toHaveURL(`/pipeline/${id}/evaluation`, { timeout: 30_000 });
    expect(await api.read(id)).toMatchObject({ comments: 'Met at the fair' });
  });

  test('an unsent score or filter leaves the list and says so', async ({ page, visit, api }) => {
    const [id] = await api.create(
      { companyName: 'Gantrywell', evaluationScore: 3, fundingRound: 'B' },
      { companyName: 'Ibex' },
    );
    await visit('/dashboard');
    await page.getByRole('link', { name: 'Score of Gantrywell: 3.0. Change' }).click();
    const score = page.getByRole('spinbutton', { name: 'Score of Gantrywell, 0 to 10' });
    const again = page.getByRole('button', { name: 'Try again' });
    await score.fill('7.5');
    const mendLink = await cutLink(page, 'proxy');
    await page.getByRole('button', { name: 'Save score' }).click();
    await expect(page.getByText('Failed to update evaluation score. Not sent.')).toBeVisible();
    await expect(score).toHaveValue('7.5');
    await expect(row(page, 'Gantrywell')).toBeVisible();
    await mendLink();
    await row(page, 'Gantrywell').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Evaluation score updated successfully')).toBeVisible();
    expect(await api.read(id!)).toMatchObject({ evaluationScore: 7.5 });

    const mendLater = await cutLink(page, 'offline');
    await page.getByRole('combobox', { name: 'Round' }).selectOption('B');
    await expect(findFailure(page)).toContainText('Not loaded.');
    await expect(row(page, 'Ibex')).toBeVisible();
    const failed = page.waitForEvent('requestfailed');
    await again.click();
    await failed;
    await expect(again).toBeEnabled();
    await expect(findFailure(page)).toContainText('Not loaded.');
    await mendLater();
    await again.click();
    await expect(findFailure(page)).toBeHidden();
    await expect(row(page, 'Gantrywell')).toBeVisible();
    await expect(row(page, 'Ibex')).toBeHidden();
  });

  /** Returns the draft that the browser stored of a form. */
  const readDraft = (page: Page, path: string) =>
    page.evaluate((end) => {
      const key = Object.keys(localStorage).find((one) => one.endsWith(end));
      return key === undefined ? '' : localStorage.getItem(key);
    }, path);

  test('a draft is offered again after the tab was closed', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('Comments').fill('Half typed');
    await page.getByLabel('AI', { exact: true }).check();
    await expect.poll(() => readDraft(page, `/${id}/edit`)).toContain('"AI"');
    page.on('dialog', (dialog) => void dialog.accept());
    await visit('/dashboard');
    await visit(`/pipeline/${id}/edit`);
    const notice = page.getByRole('status').filter({ hasText: 'Your unsaved changes from' });
    await expect(notice).toContainText(/from \w{3} \d+, \d{4}, \d+:\d\d\s[AP]M/);
    await expect(notice).toBeVisible();
    await expect(page.getByLabel('Comments')).toHaveValue('');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(notice).toBeHidden();
    await expect(page.getByLabel('Comments')).toHaveValue('Half typed');
    await expect(page.getByLabel('AI', { exact: true }), 'the first of them').toBeFocused();
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await expect(page.getByText('Pipeline updated successfully')).toBeVisible();
    expect(await api.read(id!)).toMatchObject({ comments: 'Half typed', industries: ['AI'] });
    await visit(`/pipeline/${id}/edit`);
    await expect(notice).toBeHidden();
  });

  test('what is typed while a form is sent is offered again', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('CFO/COO').fill('Ida Marsh');
    const release = await holdRequests(page, DATA);
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await page.getByLabel('Comments').fill('Typed meanwhile');
    release();
    await expect(page.getByText('Pipeline updated successfully')).toBeVisible();
    await visit(`/pipeline/${id}/edit`);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByLabel('CFO/COO')).toHaveValue('Ida Marsh');
    await expect(page.getByLabel('Comments')).toHaveValue('Typed meanwhile');
  });

  test('an evaluation draft is restored with scores or discarded', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    const address = `/pipeline/${id}/evaluation`;
    const restore = page.getByRole('button', { name: 'Restore', exact: true });
    const stored = () => readDraft(page, `/${id}/evaluation`);
    page.on('dialog', (dialog) => void dialog.accept());
    await visit(address);
    await box(page, 'Market size').fill('9');
    await expect.poll(stored).toContain('"9"');
    await visit(address);
    await restore.click();
    await expect(box(page, 'Market size')).toHaveValue(/^9/);
    await expect(page.getByText('1 of 26 assessed')).toBeVisible();
    await visit(address);
    await box(page, 'Market size').fill('8');
    await expect.poll(stored).toContain('"8"');
    await box(page, 'Market size').fill('');
    await expect.poll(stored, 'the earlier one').toContain('"9"');
    await expect(restore, 'still offered').toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.locator('#main')).toBeFocused();
    await box(page, 'Market size').fill('8');
    await expect.poll(stored).toContain('"8"');
    await box(page, 'Market size').fill('');
    await expect.poll(stored, 'taken back').toBe('');
    await visit(address);
    await expect(restore).toBeHidden();
  });

  test('signing out deletes the drafts of this browser', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('Comments').fill('Half typed');
    await expect.poll(() => readDraft(page, `/${id}/edit`)).toContain('Half typed');
    const texts = () => page.evaluate(() => Object.keys(localStorage));
    const own: unknown = expect.stringMatching(`/pipeline/${id}/edit$`);
    expect(await texts()).toContainEqual(own);
    const questions: string[] = [];
    const answers = [false, true];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (answers.shift() ? dialog.accept() : dialog.dismiss());
    });
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => questions).toHaveLength(1);
    expect((await api.request.get('/api/auth/user')).status(), 'still signed in').toBe(200);
    await expect(page.getByLabel('Comments')).toHaveValue('Half typed');
    expect(await texts()).toContainEqual(own);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect(await texts()).toHaveLength(0);
    expect(questions, 'asked once each time').toEqual([LEAVE, LEAVE]);
  });

  test("offline, a deal's forms keep their input, cards their column", async ({
    page,
    context,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_INTERNET_DISCONNECTED');
    const [id] = await api.create({ companyName: 'Gantrywell' });
    for (const [name, field, button] of [
      ['Tasks', 'To do', 'Add task'],
      ['Contacts', 'Name', 'Add contact'],
      ['Notes', 'Add a note', 'Add note'],
    ] as const) {
      await visit(`/pipeline/${id}`);
      await page.waitForLoadState('networkidle');
      const section = page.getByRole('region', { name });
      const opener = section.getByText(/^\+ Add a/);
      if (await opener.count()) await opener.click();
      await section.getByLabel(field).fill('Typed on a train');
      await context.setOffline(true);
      await section.getByRole('button', { name: button }).click();
      await expect(findFailure(page), name).toContainText('Not sent.');
      await expect(section.getByLabel(field)).toHaveValue('Typed on a train');
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(
        section.getByRole('listitem').filter({ hasText: 'Typed on a train' }),
      ).toHaveCount(1);
    }
    await visit('/board');
    await page.waitForLoadState('networkidle');
    const card = page
      .getByRole('region', { name: 'New' })
      .getByRole('link', { name: 'Gantrywell' });
    await context.setOffline(true);
    await card.focus();
    await page.keyboard.press(']');
    await expect(page.getByText('Not moved')).toBeVisible();
    await expect(card).toBeVisible();
    await context.setOffline(false);
  });

  test('offline, Done, Undo and Merge leave the page and say so', async ({
    page,
    context,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_INTERNET_DISCONNECTED');
    const [id, other] = await api.create(
      { companyName: 'Gantrywell', comments: 'Met at the fair' },
      { companyName: 'Gantrywell Ltd', comments: 'By phone' },
    );
    const added = await api.request.post(`/api/pipelines/${id}/tasks`, { data: { title: 'Call' } });
    expect(added.status()).toBe(201);
    const tasks = page.getByRole('region', { name: 'Tasks' });
    const note = page.getByRole('textbox', { name: 'Add a note' });
    const done = tasks.getByRole('button', { name: 'Done' });
    await visit(`/pipeline/${id}`);
    await note.fill('Half typed');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await done.click();
    await expect(page.getByText('Not done')).toBeVisible();
    await expect(note).toHaveValue('Half typed');
    await context.setOffline(false);
    const fetchedAhead = page.waitForResponse(/\/assets\/undo-/);
    await done.click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await expect(done).toHaveCount(0);
    await expect(note, 'the page stays').toHaveValue('Half typed');
    await (await fetchedAhead).finished();
    await context.setOffline(true);
    await undo.click();
    await expect(page.getByText('Not undone')).toBeVisible();
    await expect(undo, 'one message at a time').toHaveCount(1);
    await expect(note).toHaveValue('Half typed');
    await context.setOffline(false);
    await undo.click();
    await expect(done).toBeVisible();
    await note.fill('');

    await visit(`/pipeline/${id}/merge?other=${other}`);
    const choice = page.getByRole('group', { name: 'Comments' }).getByRole('radio');
    await choice.first().check();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(findFailure(page)).toContainText('Failed to merge the deals. Not sent.');
    await expect(choice.first()).toBeChecked();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Gantrywell Ltd was merged into this deal')).toBeVisible();
    expect(await api.read(id!)).toMatchObject({ comments: 'Met at the fair' });
  });

  test('each form of a walk keeps its input and is sent once', async ({
    page,
    context,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_INTERNET_DISCONNECTED');
    const [id] = await api.create({ companyName: 'Gantrywell' });
    const main = page.getByRole('main');
    const walk: [string, string, () => Promise<unknown>][] = [
      ['/account', 'Save name', () => main.getByLabel('First name').fill('Anneliese')],
      ['/columns', 'Apply', () => main.getByRole('checkbox').first().uncheck()],
      ['/views/new', 'Save view', () => main.getByLabel('Name').fill('Half typed')],
      [`/pipeline/${id}/rounds`, 'Open round', () => main.getByRole('checkbox').first().check()],
      [`/pipeline/${id}/share`, 'Create page', () => main.getByLabel('Comments').check()],
      ['/import', 'Continue to the preview', () => pasteCells(page)],
    ];
    for (const [address, button, fill] of walk) {
      await visit(address);
      await fill();
      const entered = await readForms(page);
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await main.getByRole('button', { name: button }).last().click();
      await expect(findFailure(page), address).toContainText('Not sent.');
      await expect(findFailure(page)).toBeFocused();
      expect(await readForms(page), address).toEqual(entered);
      await context.setOffline(false);
      const sent = countAnsweredPosts(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(sent, address).toBe(1);
      await page.waitForLoadState('networkidle');
      await expect(findFailure(page)).toBeHidden();
      expect(sent(), 'sent once').toBe(1);
    }
  });

  test('offline, the password question and a dialog keep their input', async ({
    page,
    context,
    visit,
    admin,
    signIn,
    site,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_INTERNET_DISCONNECTED', 403);
    await signIn(admin);
    const { email, password } = newUser('Bea');
    const typed = page.getByLabel('Password *', { exact: true });
    await visit('/admin?add');
    await page.getByLabel('Email').fill(email);
    await typed.fill(password);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toContainText('Not sent.');
    await expect(typed).toHaveValue(password);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toBeHidden();

    ageSessions(site);
    await visit('/account/tokens');
    await page.getByLabel('Name').fill('Nightly report');
    await page.getByRole('button', { name: 'Create token' }).click();
    await typed.fill(admin.password);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Not sent', { exact: true })).toBeVisible();
    await expect(typed).toHaveValue(admin.password);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'API token created' })).toBeVisible();
  });

  test('offline, a button beside a form leaves what was typed', async ({
    page,
    context,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_INTERNET_DISCONNECTED');
    const [id] = await api.create({ companyName: 'Gantrywell' });
    const file = { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('The terms') };
    await api.request.post(`/api/pipelines/${id}/files`, { multipart: { file } });
    await visit(`/pipeline/${id}`);
    const note = page.getByRole('textbox', { name: 'Add a note' });
    await note.fill('Half typed');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page
      .getByRole('region', { name: 'Files' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(page.getByText('Not deleted')).toBeVisible();
    await openMenu(page, 'Ana Lindqvist');
    await page.getByRole('button', { name: 'Theme: dark' }).click();
    await expect(page.getByText('Not changed')).toBeVisible();
    await expect(note).toHaveValue('Half typed');
    await context.setOffline(false);
    await note.fill('');
  });

  test('offline, chosen files stay and can be sent again', async ({
    page,
    context,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_INTERNET_DISCONNECTED');
    const [id] = await api.create({ companyName: 'Gantrywell' });
    const file = (name: string) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from('Company\nA'),
    });
    await visit('/import');
    const chosen = page.getByLabel('File', { exact: true });
    await chosen.setInputFiles(file('deals.csv'));
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(findFailure(page)).toContainText('Not sent.');
    await expect(chosen).toHaveValue(/deals\.csv$/);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Columns: deals.csv' })).toBeVisible();

    await visit(`/pipeline/${id}/files`);
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByLabel('Choose files').setInputFiles(file('terms.csv'));
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await files.getByRole('button', { name: 'Add files' }).click();
    await expect(files).toContainText('Not sent.');
    await context.setOffline(false);
    await files.getByRole('button', { name: 'Try again: terms.csv' }).click();
    await expect(files.getByRole('link', { name: 'terms.csv', exact: true })).toBeVisible();
  });
});
