import { randomBytes } from 'node:crypto';
import { expect, test } from './fixtures';
import { expectMessage, openMenu } from './steps';

const PHONE = { width: 390, height: 844 };

test.describe('duplicates (rules 16.82 and 16.88)', () => {
  test('a known company is asked about, and duplicates compare', async ({
    page,
    visit,
    ready,
    api,
    admin,
    signIn,
    accessible,
    expectedErrors,
  }) => {
    expectedErrors.push(409);
    const name = `Ibex ${randomBytes(4).toString('hex')}`;
    const [first] = await api.create({ companyName: `${name}, Inc.`, fundingRound: 'Seed' });
    await visit('/pipeline/new');
    await page.getByLabel('Company name').fill(`${name.toUpperCase()} Ltd`);
    await page.getByLabel('Comments').fill('Typed before');
    const save = page.getByRole('button', { name: 'Save Deal' });
    await save.click();
    const question = page.getByRole('region', { name: 'You may already have this company.' });
    await expect(question).toContainText(`You already have ${name}, Inc.`);
    await expect(question).toBeFocused();
    await expect(page.getByLabel('Comments')).toHaveValue('Typed before');
    await accessible('a company that is there');

    const opening = page.waitForEvent('popup');
    await question.getByRole('link', { name: `${name}, Inc.` }).click();
    const tab = await opening;
    await expect(tab.getByRole('dialog')).toContainText(`${name}, Inc. - Company Details`);
    await tab.close();

    await page.getByLabel('CEO', { exact: true }).fill('Noor');
    await page.getByLabel('CEO', { exact: true }).press('Enter');
    await expect(page.getByLabel('CEO', { exact: true })).toHaveValue('Noor');
    await expect(question).toBeFocused();
    expect(await api.list()).toHaveLength(1);
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expectMessage(page, 'Success', 'Pipeline created successfully');
    const [second] = await api.list();
    expect(await api.read(second!.id)).toMatchObject({ comments: 'Typed before', ceoName: 'Noor' });

    await openMenu(page, 'Options');
    await page.getByRole('link', { name: 'Find duplicates' }).click();
    await page.getByRole('link', { name: `Compare the deals of ${name}` }).click();
    await expect(page.getByRole('row', { name: /^CEO Partly empty/ })).toContainText('Noor');

    await signIn(admin);
    await visit('/admin/pipelines');
    await openMenu(page, 'Options');
    await page.getByRole('link', { name: 'Find duplicates' }).click();
    await expect(page.getByRole('heading', { name: 'Duplicates' })).toBeVisible();
    await visit(`/admin/pipelines/doubles?key=${name.toLowerCase().replace(' ', '')}`);
    await page.setViewportSize(PHONE);
    await expect(page.getByRole('row', { name: /^Comments Partly empty/ })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'the table scrolls, not the page').toBe(PHONE.width);
    await page.getByRole('link', { name: `Delete ${name}, Inc.` }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expectMessage(page, 'Success', 'Pipeline deleted successfully');
    await ready();
    await expect(page.getByText('Only one deal has this name.')).toBeVisible();
    expect(await api.exists(first!)).toBe(false);
  });
});
