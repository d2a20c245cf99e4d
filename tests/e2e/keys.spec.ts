import { expect, test } from './fixtures';
import { openMenu, row } from './steps';

test.describe('keyboard shortcuts (rules 3.23, 4.23, 12.17, 12.26, 12.37 and 19.5)', () => {
  test('/ searches, n adds a deal, ? lists keys, Escape closes', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Steadwick' });
    await visit(`/dashboard?details=${id}`);
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog'), 'not behind a dialog').toBeVisible();
    await expect(page).toHaveURL(`/dashboard?details=${id}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+n');
    await expect(page, 'nor with a modifier').toHaveURL('/dashboard');
    // The address changes first, and a key behind a dialog does nothing.
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('/');
    const search = page.getByLabel('Search all deals and notes');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
    await page.keyboard.type('n?/');
    await expect(search, 'where one types, a letter is a letter').toHaveValue('n?/');
    await expect(page).toHaveURL('/dashboard');

    await search.blur();
    const list = page.getByRole('heading', { name: 'Keyboard shortcuts' });
    const addDeal = page.getByRole('banner').getByRole('link', { name: 'Add New Deal' });
    await addDeal.focus();
    await page.keyboard.press('?');
    await expect(list).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeFocused();
    for (const [key, what] of [
      ['/', 'Search all deals and notes'],
      ['n', 'Quick add a deal'],
      ['?', 'Show this list'],
      ['Ctrl+Enter', 'Save the form'],
      ['Esc', 'Close a dialog or list'],
      ['F8', 'Go to the notification'],
    ] as const) {
      await expect(page.getByText(key, { exact: true })).toBeVisible();
      await expect(page.getByText(what, { exact: true })).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(addDeal, 'the focus is where it was').toBeFocused();
    await openMenu(page, 'Ana Lindqvist');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(list).toBeVisible();
    await page.keyboard.press('?');
    await expect(list).toBeHidden();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/add\?from=/);
    await expect(page.getByRole('heading', { name: 'Quick add' })).toBeVisible();
    await page.getByLabel('Company name').blur();
    await page.setViewportSize({ width: 800, height: 700 });
    await page.keyboard.press('/');
    await expect(page).toHaveURL('/search');
    await expect(page.getByRole('main').getByLabel('Search all deals and notes')).toBeFocused();
  });

  test('closing a dialog leaves the focus where it went since', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Steadwick' });
    await visit(`/dashboard?details=${id}`);
    // Focuses the search box as soon as the dialog is gone, as a fast "/" does.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('dialog')) return;
        observer.disconnect();
        document.querySelector<HTMLInputElement>('header input[name=q]')!.select();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/dashboard');
    const search = page.getByLabel('Search all deals and notes');
    await expect(search).toBeFocused();
    await page.waitForTimeout(500);
    await expect(search, 'after the effects of the removal').toBeFocused();
  });

  const LEAVE = 'You have unsaved changes. Leave this page and discard them?';

  test('leaving asks only if there are unsaved changes', async ({ page, visit, api }) => {
    const questions: string[] = [];
    const answers: boolean[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (answers.shift() ? dialog.accept() : dialog.dismiss());
    });
    await visit('/pipeline/new');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/dashboard');
    await visit('/pipeline/new');
    await page.getByLabel('Company name').fill('Steadwick');
    await page.getByRole('button', { name: 'Save Deal' }).click();
    await expect(page).toHaveURL('/dashboard');
    const { id } = (await api.list())[0]!;
    await page.getByRole('link', { name: 'Edit Steadwick' }).click();
    await page.getByLabel('Company name').fill('Steadwick & Co');
    await page.getByRole('button', { name: 'Save & Evaluate' }).click();
    await expect(page).toHaveURL(/evaluation\?from=/);
    expect(questions).toEqual([]);

    answers.push(false, true, false, true);
    for (const [n, address] of ['/pipeline/new', `/pipeline/${id}/edit`].entries()) {
      await visit(address);
      await page.getByLabel('Company name').fill('Half typed');
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect.poll(() => questions).toHaveLength(2 * n + 1);
      await expect(page).toHaveURL(address);
      await expect(page.getByLabel('Company name')).toHaveValue('Half typed');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await expect(page).toHaveURL('/dashboard');
    }
    expect(questions).toEqual(Array(4).fill(LEAVE));
    expect(await api.list()).toMatchObject([{ companyName: 'Steadwick & Co' }]);
  });

  test('selects apply a choice, not each arrow key', async ({ page, visit, api }) => {
    await api.create(
      { companyName: 'Gantrywell', industries: ['AI'], fundingRound: 'Seed' },
      { companyName: 'Pinwhistle', industries: ['DX'] },
    );
    await visit('/dashboard');
    const industry = page.getByRole('combobox', { name: 'Industry' });
    const round = page.getByRole('combobox', { name: 'Round' });
    const applied: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/dashboard.data') applied.push(searchParams.get('industry'));
    });
    await industry.focus();
    for (const value of ['DX', 'AI']) {
      await page.keyboard.press('ArrowDown');
      await expect(industry).toHaveValue(value);
      await expect(industry).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard?industry=AI&sort=newest');
    expect(applied, 'nothing before').not.toContain('DX');
    await expect(page.locator('tbody .name')).toHaveText(['Gantrywell']);
    await expect(industry, 'the focus stays').toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('S');
    await expect(round).toHaveValue('Seed');
    await expect(page).toHaveURL('/dashboard?industry=AI&sort=newest');
    await page.keyboard.press('Tab');
    await expect(page, 'left, it is applied').toHaveURL(/industry=AI&round=Seed/);
    await expect(page.getByRole('combobox', { name: 'Sort' })).toBeFocused();

    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
    await expect(chips).toHaveCount(2);
    await chips.first().focus();
    await page.keyboard.press('Enter');
    await expect(chips).toHaveCount(1);
    await expect(chips, 'the next chip').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chips).toHaveCount(0);
    await expect(round, 'then the field of the last one').toBeFocused();
    await expect(round).toHaveValue('');

    await industry.selectOption('DX');
    await expect(page, 'a choice by mouse applies at once').toHaveURL(/industry=DX/);
  });

  test('Ctrl+Enter saves, and single-key shortcuts can be off', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/evaluation`);
    await page.getByRole('spinbutton', { name: 'Market size' }).fill('7');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Evaluation saved successfully')).toBeVisible();
    expect(await api.evaluation(id!)).toMatchObject({ marketSize: 7 });
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('Comments').fill('By keys');
    await page.keyboard.press('Control+Enter');
    // Waits for the form to go, where a key is a letter: the address changes first.
    await expect(row(page, 'Gantrywell')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(await api.read(id!)).toMatchObject({ comments: 'By keys' });

    await page.keyboard.press('?');
    await expect(page.getByText('Ctrl+Enter', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Turn off single-key shortcuts' }).click();
    const turnOn = page.getByRole('button', { name: 'Turn on single-key shortcuts' });
    await expect(turnOn).toBeVisible();
    await expect(page.getByText('Quick add a deal', { exact: true })).toBeHidden();
    await page.keyboard.press('Escape');
    await page.reload();
    for (const key of ['n', '/', '?']) await page.locator('#main').press(key);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByLabel('Search all deals and notes')).not.toBeFocused();
    await openMenu(page, 'Ana Lindqvist');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await turnOn.click();
    await expect(page.getByText('Quick add a deal', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.locator('#main').press('n');
    await expect(page).toHaveURL(/\/add\?from=/);
  });

  test(
    'menus open by keyboard and close on Escape and outside',
    { tag: '@both' },
    async ({ page, visit, user: _, scripts }) => {
      await visit('/dashboard');
      const button = page.locator('.menu > summary').filter({ hasText: 'Options' });
      const first = page.getByRole('link', { name: 'Import', exact: true });
      await expect(first).toBeHidden();
      await button.press('Enter');
      await expect(first).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(first).toBeFocused();
      const print = page.getByRole('link', { name: 'Print', exact: true });
      await expect(print).toHaveAttribute('href', '/dashboard/print');
      if (scripts) {
        await page.keyboard.press('Escape');
        await expect(first).toBeHidden();
        await expect(button).toBeFocused();
        await button.click();
        await page.getByRole('heading', { level: 1 }).click();
        await expect(first).toBeHidden();
        await button.press('Enter');
        await openMenu(page, 'Ana Lindqvist');
        await expect(first, 'one at a time').toBeHidden();
        await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible();
        await button.press('Enter');
      }
      await page.getByRole('link', { name: 'Select', exact: true }).click();
      await expect(page).toHaveURL('/dashboard?select=on');
      await expect(first).toBeHidden();
    },
  );
});
