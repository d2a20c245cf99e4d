import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test, VIEWER } from './fixtures';
import { ADMIN, startSite } from './site';
import { openMenu, submitLogin } from './steps';

const WORKBOOK = readFileSync('tests/fixtures/import/fund-workbook.xlsx');

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Columns: ${name}` })).toBeVisible();
}

const toPreview = (page: Page) =>
  page.getByRole('button', { name: 'Continue to the preview' }).click();

test.describe('values of an import (rules 16.99 and 16.102 to 16.106)', () => {
  test(
    'a fund workbook of 41 columns is imported in 15 clicks',
    { tag: '@both' },
    async ({ browser, scripts }) => {
      const site = await startSite({ requireApproval: false });
      const context = await browser.newContext({
        ...VIEWER,
        baseURL: site.url,
        javaScriptEnabled: scripts,
      });
      const page = await context.newPage();
      const ready = () => (scripts ? hydrated(page) : page.waitForLoadState());
      let clicks = 0;
      const click = async (element: Locator) => {
        await ready();
        await element.click();
        clicks++;
      };
      await page.goto('/login');
      await submitLogin(page, ADMIN);
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
      await page.goto('/dashboard');
      await click(page.getByRole('main').getByRole('link', { name: 'Import a spreadsheet' }));
      await page.getByLabel('File', { exact: true }).waitFor();
      await ready();
      await chooseFile(page, 'fund.xlsx', WORKBOOK);
      clicks += 3;
      await expect(page.getByText('25 of 46 columns are imported')).toBeVisible();
      const others = page.getByLabel(/^The other \d+ with values/);
      await expect(others.getByRole('option')).toHaveText([
        'Ignore',
        'Keep as new fields',
        'Append to the comments',
      ]);
      await others.selectOption('Append to the comments');
      clicks += 2;
      await click(page.getByLabel('03/12/2026 is Dec 3, 2026'));
      await click(page.getByRole('button', { name: 'Continue to the preview' }));
      await expect(page.getByRole('heading', { name: 'Values: fund.xlsx' })).toBeVisible();
      await expect(page.getByLabel('Stage for Passed - team')).toHaveValue(/Passed.*Team/);
      await expect(page.getByLabel('Stage for Invested!!')).toHaveValue('set:Invested');
      await click(page.getByRole('radio', { name: 'Add to the comments' }));
      await click(page.getByRole('button', { name: 'Continue to the preview' }));
      await expect(page.getByRole('heading', { name: 'Preview: fund.xlsx' })).toBeVisible();
      await click(page.getByRole('button', { name: /^Possible duplicate/ }));
      await expect(page.getByRole('group', { name: 'All 55 rows' })).toBeVisible();
      await click(page.getByRole('button', { name: 'Create another', exact: true }));
      await click(page.getByRole('button', { name: 'Import: create 322, skip 3' }));
      await expect(page.getByRole('heading', { name: 'Imported: fund.xlsx' })).toBeVisible();
      expect(clicks).toBeLessThanOrEqual(15);
      for (const text of [
        '317 rows imported without some cells',
        '2 rows not imported because of errors',
        '1 row left out (totals, notes, repeated column names)',
      ])
        await expect(page.getByRole('listitem').filter({ hasText: text })).toContainText(
          'Download',
        );
      await context.close();
      await site.stop();
    },
  );

  test(
    'choices for values are suggested, remembered and changed',
    { tag: '@both' },
    async ({ page, visit, user, accessible }) => {
      expect(user.firstName).toBe('Ana');
      const rows = 'Company,Status,Closing date\nGantrywell,Passed - team,KW 42\nPinwhistle,DD,\n';
      const start = async (name: string) => {
        await visit('/import');
        await chooseFile(page, name, Buffer.from(rows));
        await toPreview(page);
        await expect(page.getByRole('heading', { name: `Values: ${name}` })).toBeVisible();
      };
      await start('first.csv');
      const row = (value: string) =>
        page
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader', { name: value, exact: true }) });
      await expect(row('Passed - team')).toContainText('Suggested');
      const stage = page.getByLabel('Stage for DD');
      await expect(stage.getByRole('option', { name: 'New option' })).toHaveCount(0);
      await stage.selectOption('Due diligence');
      await page.getByLabel('Target closing date for KW 42').fill('2026-10-12');
      await accessible('values with a day');
      await toPreview(page);
      await expect(page.getByRole('heading', { name: 'Preview: first.csv' })).toBeVisible();
      await expect(page.getByRole('row', { name: /Pinwhistle/ })).toContainText('Due diligence');
      await start('second.csv');
      await expect(row('DD')).toContainText('Remembered');
      await expect(stage).toHaveValue('set:Due diligence');
      await expect(page.getByLabel('Target closing date for KW 42')).toHaveValue('2026-10-12');
      await stage.selectOption('Leave empty');
      await toPreview(page);
      await expect(page.getByRole('heading', { name: 'Preview: second.csv' })).toBeVisible();
      await expect(page.getByRole('row', { name: /Pinwhistle/ })).toContainText('is not a stage');
    },
  );

  test(
    'a workbook imported again fills, replaces, adds or skips',
    { tag: '@both' },
    async ({ page, visit, api, ready }) => {
      const names = ['Gantrywell', 'Pinwhistle', 'Quarrystone', 'Larkmead'];
      const ids = await api.create(
        ...names.map((companyName) => ({ companyName, ceoName: 'Stored' })),
      );
      const head = 'Company,CEO,Comments';
      const rows = [...names, 'Larkméad'].map((name) => `${name},In the file,New`);
      await visit('/dashboard');
      await openMenu(page, 'Options');
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await page.getByLabel('File', { exact: true }).waitFor();
      await ready();
      await chooseFile(page, 'again.csv', Buffer.from([head, ...rows].join('\n')));
      await toPreview(page);
      const choice = (name: string) =>
        page.getByRole('combobox', { name: new RegExp(`^Row \\d, ${name}$`) });
      await expect(choice('Gantrywell').getByRole('option')).toHaveText([
        'Fill empty fields',
        'Use the file’s values',
        'Create another',
        'Skip',
      ]);
      await expect(choice('Larkméad')).toHaveValue('skip');
      await choice('Pinwhistle').selectOption('Use the file’s values');
      await choice('Quarrystone').selectOption('Create another');
      await choice('Larkmead').selectOption('Skip');
      if (await page.getByRole('button', { name: 'Save choices' }).last().isVisible())
        await page.getByRole('button', { name: 'Save choices' }).last().click();
      await page.getByRole('button', { name: 'Import: create 1, update 2, skip 2' }).click();
      await expect(page.getByRole('heading', { name: 'Imported: again.csv' })).toBeVisible();
      await expect(page.getByText('2 rows skipped as possible duplicates')).toBeVisible();
      const deals = await Promise.all(ids.map((id) => api.read(id)));
      expect(deals.map(({ ceoName, comments }) => [ceoName, comments])).toEqual([
        ['Stored', 'New'],
        ['In the file', 'New'],
        ['Stored', null],
        ['Stored', null],
      ]);
      expect(await api.list()).toHaveLength(5);
    },
  );

  test(
    'other columns are kept as new fields with their values',
    { tag: '@both' },
    async ({ page, visit, admin, signIn }) => {
      // Deals of other tests would be possible duplicates.
      const filledName = `Wells ${randomUUID()}`;
      const otherName = `Ochre ${randomUUID()}`;
      const rows = `Company,Valve colour,Wells drilled\n${filledName},Teal,12\n${otherName},Ochre,\n`;
      await signIn(admin);
      await visit('/import');
      await chooseFile(page, 'fields.csv', Buffer.from(rows));
      await page.getByLabel('The other 2 with values').selectOption('Keep as new fields');
      await toPreview(page);
      await page.getByRole('button', { name: 'Import: create 2' }).click();
      await expect(page.getByRole('heading', { name: 'Imported: fields.csv' })).toBeVisible();
      const values = new Map([
        [filledName, { valveColour: 'Teal', wellsDrilled: 12 }],
        [otherName, { valveColour: 'Ochre' }],
      ]);
      const deals = (await admin.api.list()).filter(({ companyName }) => values.has(companyName));
      expect(deals).toHaveLength(2);
      for (const { id, companyName } of deals)
        expect((await admin.api.read(id)).fields).toEqual(values.get(companyName));
      const filled = deals.find(({ companyName }) => companyName === filledName)!;
      await visit(`/pipeline/${filled.id}`);
      for (const [name, value] of [
        ['Valve colour', 'Teal'],
        ['Wells drilled', '12'],
      ] as const) {
        const term = page.getByRole('term').filter({ hasText: name });
        await expect(term).toBeVisible();
        await expect(term.locator('xpath=following-sibling::dd[1]')).toHaveText(value);
      }
      for (const key of ['valveColour', 'wellsDrilled'])
        await admin.api.request.delete(`/api/fields/${key}`);
    },
  );
});
