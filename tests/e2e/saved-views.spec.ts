import { expect, test } from './fixtures';
import { expectCompanies, expectMessage, openMenu, row } from './steps';

test.describe('saved views and ticked deals (rules 21.4 and 21.24)', () => {
  test('a view is saved, changed, made the start page and deleted', async ({
    page,
    visit,
    ready,
    api,
  }) => {
    await api.create(
      { companyName: 'Seedling', fundingRound: 'Seed' },
      { companyName: 'Grown', fundingRound: 'B', businessIntroduction: 'Sensors for rooms' },
    );
    await visit('/dashboard');
    await expect(page.getByRole('link', { name: 'Save view' })).toHaveCount(0);
    await page.getByLabel('Round', { exact: true }).selectOption('Seed');
    await expectCompanies(page, ['Seedling']);
    await page.getByRole('link', { name: 'Save view' }).click();
    await page.getByLabel('Name').fill('Early ones');
    await page.getByRole('button', { name: 'Save view' }).click();
    await expectMessage(page, 'Success', 'View Early ones saved');
    const views = page.getByRole('navigation', { name: 'Views' });
    const tab = views.getByRole('link', { name: 'Early ones' });
    await expect(tab).toHaveAttribute('aria-current', 'page');
    const update = page.getByRole('button', { name: 'Update view' });
    await expect(update).toHaveCount(0);

    await ready();
    await page.getByLabel('Round', { exact: true }).selectOption('B');
    await expectCompanies(page, ['Grown']);
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('link', { name: 'Save as new' })).toBeVisible();
    await tab.click();
    await expectCompanies(page, ['Seedling']);
    await page.getByLabel('Round', { exact: true }).selectOption('B');
    await expectCompanies(page, ['Grown']);
    await update.click();
    await expectMessage(page, 'Success', 'View Early ones updated');
    await expect(update).toHaveCount(0);

    await openMenu(page, 'Options');
    await page.getByRole('link', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Business Info' }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectCompanies(page, ['Grown']);
    await expect(page.getByRole('columnheader', { name: 'Business Info' })).toHaveCount(0);
    await expect(page.getByText('Sensors for rooms')).toHaveCount(0);
    await update.click();
    await expect(update).toHaveCount(0);

    await openMenu(page, 'Options');
    await page.getByRole('link', { name: 'Manage views' }).click();
    await page.getByRole('button', { name: 'Make default' }).click();
    await expectMessage(page, 'Success', 'This view is now your default');
    await visit('/');
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expectCompanies(page, ['Grown']);
    await expect(page.getByRole('columnheader', { name: 'Business Info' })).toHaveCount(0);
    await visit('/views');
    await page.getByRole('link', { name: 'Delete Early ones' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await expectMessage(page, 'Success', 'View Early ones deleted');
    await visit('/');
    await expect(page).toHaveURL('/dashboard');
    await expect(views).toHaveCount(0);
  });

  test('ticked deals change after a confirmation and can be undone', async ({
    page,
    visit,
    ready,
    api,
  }) => {
    const [one, two, three] = await api.create(
      { companyName: 'Alder', fundingRound: 'Seed' },
      { companyName: 'Birch', fundingRound: 'A' },
      { companyName: 'Cedar' },
    );
    await visit('/dashboard');
    await openMenu(page, 'Options');
    await page.getByRole('link', { name: 'Select', exact: true }).click();
    for (const name of ['Alder', 'Birch']) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Change or Export Selected' }).click();
    await expect(page.getByRole('heading', { name: 'Change 2 deals' })).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'To be changed' }).getByRole('listitem'),
    ).toHaveText([/^Alder/, /^Birch/]);
    const only = page.getByRole('link', { name: 'Export only these 2 deals' });
    await expect(only).toHaveAttribute('href', /^\/selected\/export\?(id=\d+&?){2}$/);
    await ready();
    await page.getByLabel('Funding round').selectOption('B');
    await page.getByLabel('Add a note').fill('From the Monday meeting');
    await page.getByRole('button', { name: 'Change 2 deals' }).click();
    await expectMessage(page, 'Success', '2 deals changed');
    await expect(row(page, 'Alder')).toContainText('Series B');
    await expect(page.getByLabel('Select Cedar')).toBeVisible();
    await api.update(two!, { fundingRound: 'C' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expectMessage(
      page,
      'Success',
      '2 deals reverted, 1 keeps what was changed since: Birch (Funding round: changed since by Ana Lindqvist)',
    );
    await expect(row(page, 'Alder')).toContainText('Seed');
    expect((await api.read(two!)).fundingRound).toBe('C');
    expect((await api.read(three!)).fundingRound).toBeNull();
    expect((await api.read(one!)).fundingRound).toBe('Seed');
  });
});
