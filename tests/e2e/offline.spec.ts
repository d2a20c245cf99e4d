import type { Page } from '@playwright/test';
import { expect, newUser, test } from './fixtures';
import { ageSessions, findFailure, openMenu } from './steps';

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
  expectedErrors.push('ERR_INTERNET_DISCONNECTED');
});

test.describe('a browser without a connection (rules 12.18, 12.20, 18.9 and 23.13)', () => {
  test("offline, a deal's forms keep their input, cards their column", async ({
    page,
    context,
    visit,
    api,
  }) => {
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
  }) => {
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
  }) => {
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
    expectedErrors.push(403);
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
  }) => {
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
  }) => {
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
