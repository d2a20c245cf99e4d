import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from './fixtures';
import { expectMessage, openMenu, skipBrowserChecks } from './steps';

/** Mimics an analyst's file: more columns than ours, under other names. */
const COMPANIES = `Company,Status,Year Founded,Description,Categories,Founders,Amounts raised,Website,Closing date
Quillbank,Operating,2010,Social referral for online shops.,"E-Commerce, Analytics","Ada Lind, Bo Yee",$1200000,https://quillbank.example,3/4/2027
Goldbarrow,Operating,,"Handmade food, sent home.",Social,"Joe Arel, Trevor Stow","$3,000,000",https://goldbarrow.example,25/12/2027
Stonewick,Closed,2008,"A text
of two lines.",AI,Ana Silva,undisclosed,,
`;

/** Invalid score that is wider than its column. */
const WRONG = 'abc'.repeat(100);

async function chooseFile(page: Page, name: string, text: string | Buffer): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(text),
  });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

const toPreview = (page: Page) =>
  page.getByRole('button', { name: 'Continue to the preview' }).click();
const tab = (page: Page, name: RegExp) => page.getByRole('button', { name });

test.describe('the import (rules 16.27, 16.47, 16.49, 16.50, 16.52, 16.55 and 16.90)', () => {
  test(
    'a file with other headers is imported and undone',
    { tag: '@both' },
    async ({ page, visit, api, accessible }) => {
      await visit('/dashboard');
      await openMenu(page, 'Options');
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await chooseFile(page, 'companies.csv', COMPANIES);
      await expect(page.getByRole('heading', { name: 'Columns: companies.csv' })).toBeVisible();
      await expect(page.getByText('Dates begin with the day, as 25/12/2027 does.')).toBeVisible();
      await expect(page.getByRole('radio')).toHaveCount(0);
      await page
        .getByLabel(/^Field of column G, Amounts raised/)
        .selectOption('keyBusinessNumbers');
      await page.getByLabel(/^Field of column H, Website/).selectOption('comments');
      await expect(page.getByText('6 of 9 columns are imported')).toBeVisible();
      await toPreview(page);
      await expect(page.getByRole('heading', { name: 'Values: companies.csv' })).toBeVisible();
      await accessible('values of an import');
      await page.getByLabel('Stage for Operating').selectOption('Screening');
      await page.getByLabel('Add to the comments').check();
      await toPreview(page);
      await expect(page.getByRole('heading', { name: 'Preview: companies.csv' })).toBeVisible();
      await expect(page.getByRole('row', { name: /Goldbarrow/ })).toContainText('Handmade food');
      await page.getByLabel('Row 4, Stonewick').selectOption('Skip');
      await tab(page, /^Changed/).click();
      await tab(page, /^New/).click();
      await expect(page.getByLabel('Row 4, Stonewick')).toHaveValue('skip');
      expect(await api.list()).toEqual([]);
      await page.getByRole('button', { name: 'Import: create 2, skip 1' }).click();
      await expect(page.getByRole('heading', { name: 'Imported: companies.csv' })).toBeVisible();
      const deals = await api.list();
      expect(deals.map(({ companyName }) => companyName).sort()).toEqual([
        'Goldbarrow',
        'Quillbank',
      ]);
      expect(
        await api.read(deals.find((deal) => deal.companyName === 'Quillbank')!.id),
      ).toMatchObject({
        ceoName: 'Ada Lind, Bo Yee',
        industries: ['E-Commerce', 'Analytics'],
        keyBusinessNumbers: '$1200000',
        comments: 'https://quillbank.example',
        stage: 'Screening',
        targetClosingDate: '2027-04-03',
      });
      await page.getByRole('link', { name: 'Undo this import' }).click();
      await expect(page.getByText('2 deals that it created will be deleted.')).toBeVisible();
      await page.getByRole('button', { name: 'Undo this import' }).click();
      await expectMessage(page, 'Import undone', '2 deals deleted, 0 reverted');
      expect(await api.list()).toEqual([]);
      await accessible('an import undone');
      await visit('/import');
      await expect(page.getByRole('row', { name: /companies\.csv/ })).toContainText('Undone');
    },
  );

  test('errors in pasted cells are downloaded, fixed and imported', async ({
    page,
    visit,
    api,
    accessible,
    expectedErrors,
  }) => {
    expectedErrors.push(400);
    await visit('/import');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('Please choose a file, or paste cells.')).toBeVisible();
    await accessible('nothing chosen');
    await page
      .getByLabel('Or paste cells')
      .fill(`Startup\tScore\tClosing date\nAster\t8,5\t3/4/2027\nBirch\t${WRONG}\t`);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Columns: Pasted cells' })).toBeVisible();
    await skipBrowserChecks(page);
    await toPreview(page);
    await expect(page.getByText('Choose how to read dates like this one.')).toBeVisible();
    await expect(page.getByLabel('3/4/2027 is Mar 4, 2027')).not.toBeChecked();
    await accessible('columns with an error');
    await page.getByLabel('3/4/2027 is Apr 3, 2027').check();
    await toPreview(page);
    await page.getByRole('heading', { name: 'Values: Pasted cells' }).waitFor();
    await toPreview(page);
    await expect(page.getByText('is not a score from 0 to 10')).toContainText('B3: ‘abcabc');
    await accessible('a preview with an error');
    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download it' }).first().click();
    const workbook = readFileSync(await (await downloaded).path());
    expect(corrected(workbook).byteLength).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Import: create 2' }).click();
    await expect(page.getByRole('heading', { name: 'Imported: Pasted cells' })).toBeVisible();
    const parts = page.getByRole('region', { name: 'Rows imported in part or not at all' });
    const list = (await parts.getByRole('list').boundingBox())!;
    const text = (await parts.locator('li > span').first().boundingBox())!;
    expect(text.x - list.x, 'the text keeps off the edge').toBeGreaterThanOrEqual(8);
    const aster = (await api.list()).find(({ companyName }) => companyName === 'Aster');
    expect(await api.read(aster!.id)).toMatchObject({
      evaluationScore: 8.5,
      targetClosingDate: '2027-04-03',
    });
    const birch = (await api.list()).find(({ companyName }) => companyName === 'Birch');
    expect(await api.read(birch!.id)).toMatchObject({ evaluationScore: null });
  });

  test('the day-first question is fully visible above the bar', async ({
    page,
    visit,
    user: _,
  }) => {
    const more = Array.from({ length: 22 }, (_, n) => `Column ${n}`);
    const cells = [
      ['Company', 'Closing date', ...more],
      ['Acme', '03/04/2027', ...more],
    ];
    await visit('/import');
    await chooseFile(page, 'days.csv', cells.map((row) => row.join()).join('\n'));
    const bar = page.locator('.save-bar');
    for (const [width, height] of [
      [390, 844],
      [1366, 768],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByLabel(/^Field of column A/).focus();
      await toPreview(page);
      for (const answer of await page.getByRole('radio').all()) {
        await expect(answer).toBeInViewport({ ratio: 1 });
        const { y, height: high } = (await answer.boundingBox())!;
        const { y: top } = (await bar.boundingBox())!;
        expect(y + high, `${width} px`).toBeLessThanOrEqual(top);
      }
    }
  });

  test('a duplicate with a word as score is marked and filled', async ({
    page,
    visit,
    api,
    accessible,
  }) => {
    const [id] = await api.create({ companyName: 'Aster', comments: 'Stored' });
    await visit('/import');
    await page
      .getByLabel('Or paste cells')
      .fill('Company\tScore\tComments\nAster\tn/a\tIn the file');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await toPreview(page);
    const aster = page.getByRole('row', { name: /Aster/ });
    await expect(aster).toContainText('Check Score: n/a');
    await accessible('a preview with a possible duplicate');
    await aster.getByRole('combobox').selectOption('fill');
    await page.getByLabel('Score: n/a (row 2)').fill('6.5');
    await page.getByRole('button', { name: /^Import: / }).click();
    await expect(page.getByRole('heading', { name: 'Imported: Pasted cells' })).toBeVisible();
    expect(await api.read(id!)).toMatchObject({ evaluationScore: 6.5, comments: 'Stored' });
  });

  function corrected(workbook: Buffer): Buffer {
    const files = unzipSync(workbook);
    for (const [name, content] of Object.entries(files))
      if (/sheet1|sharedStrings/.test(name))
        files[name] = strToU8(strFromU8(content).replaceAll(`>${WRONG}<`, '>7<'));
    return Buffer.from(zipSync(files));
  }

  test('an edited export resolves a conflict field by field', async ({
    page,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push(400);
    const [id] = await api.create({
      companyName: 'Aster',
      ceoName: 'Exported',
      comments: 'Before',
    });
    const answer = await api.request.get('/api/pipelines/export');
    const files = unzipSync(await answer.body());
    for (const [name, content] of Object.entries(files))
      if (/sheet1|sharedStrings/.test(name))
        files[name] = strToU8(
          strFromU8(content).replace('>Exported<', '>In the file<').replace('>Before<', '>After<'),
        );
    await api.update(id!, { ceoName: 'Meanwhile' });
    await visit('/import');
    await chooseFile(page, 'export.xlsx', Buffer.from(zipSync(files)));
    await toPreview(page);
    const row = page.getByRole('row', { name: /Aster/ });
    await expect(row).toContainText('When exported: Exported');
    await expect(row.getByLabel(/^Stored now: Meanwhile/)).not.toBeChecked();
    await page.getByRole('button', { name: 'Import: 1 to decide' }).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was imported.');
    await page.getByRole('button', { name: 'Show the first' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    const importBar = page.locator('.save-bar');
    await expect(importBar, 'lies over nothing on a phone').toHaveCSS('position', 'static');
    await row.getByLabel('In the file: In the file').check();
    await page.getByRole('button', { name: /^Import: / }).click();
    await expect(page.getByRole('heading', { name: 'Imported: export.xlsx' })).toBeVisible();
    expect(await api.read(id!)).toMatchObject({ ceoName: 'In the file', comments: 'After' });
  });
});
