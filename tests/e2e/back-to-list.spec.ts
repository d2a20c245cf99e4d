import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

const COMPANIES = Array.from({ length: 60 }, (_, i) => `Steadwick ${String(i).padStart(2, '0')}`);
const deals = COMPANIES.map((companyName) => ({ companyName, industries: ['AI'] }));

async function open(page: Page, action: 'Edit' | 'View', company: string) {
  await page.getByRole('link', { name: `${action} ${company}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Edit Deal|Deal Evaluation/);
}

test.describe('returning to the list (rule 3.26)', () => {
  test('a deal leads back to the list as it was left', async ({ page, visit, ready, api }) => {
    const ids = await api.create(...deals, { companyName: 'Gantrywell' });
    const list = '/dashboard?search=steadwick&industry=AI&sort=oldest&size=25&page=2';
    const id = ids[40]!;
    const expectList = async () => {
      await expect(page).toHaveURL(`${list}#deal-${id}`);
      await expect(page.locator('tbody .name')).toHaveText(COMPANIES.slice(25, 50));
      await expect(page.locator(`#deal-${id}`), 'its row is on screen').toBeInViewport();
      await ready();
    };
    const expectFocus = () =>
      expect(page.locator(`#deal-${id} a`).first(), 'the focus is there').toBeFocused();
    await visit(list);

    await open(page, 'Edit', 'Steadwick 40');
    await ready();
    await page.getByLabel('CEO').fill('Ida Berg');
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await expectMessage(page, 'Success', 'Pipeline updated successfully');
    await expectList();
    await expectFocus();

    for (const name of ['Cancel', 'Back']) {
      await open(page, 'Edit', 'Steadwick 40');
      await page.getByRole('link', { name, exact: true }).click();
      await expectList();
    }

    // Opens the details, the edit form and the evaluation, which all pass the list on.
    await page.getByRole('link', { name: 'Details of Steadwick 40' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /evaluation/i })
      .click();
    await page.getByRole('link', { name: 'Edit Details' }).click();
    await page.getByRole('button', { name: 'Save & Evaluate' }).click();
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeVisible();
    await ready();
    await page.getByRole('spinbutton', { name: 'Market size' }).fill('7');
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await expect(page.getByText('Evaluation saved successfully')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expectList();

    await page.getByRole('banner').getByRole('link', { name: 'Add New Deal' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(list);

    const scrolled = () => page.evaluate(() => window.scrollY);
    await page.locator(`#deal-${id}`).evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const before = await scrolled();
    await open(page, 'Edit', 'Steadwick 40');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expectList();
    await expect.poll(scrolled, 'scrolled as before').toBe(before);
  });

  test("an admin's save leads back to the same admin list", async ({
    page,
    visit,
    ready,
    api,
    admin,
    signIn,
  }) => {
    const [id] = await api.create({ companyName: 'Gantrywell', industries: ['DX'] });
    await signIn(admin);
    const save = async () => {
      await ready();
      await page.getByRole('button', { name: 'Update Deal' }).click();
      await expect(page.getByText('Pipeline updated successfully')).toBeVisible();
    };
    for (const [list, leadsTo] of [
      ['/admin/pipelines?search=gantry&sort=oldest', `?search=gantry&sort=oldest#deal-${id}`],
      ['/dashboard?search=gantry', '/admin'],
    ] as const) {
      await visit(list);
      await page.locator(`#deal-${id}`).getByRole('link', { name: /^Edit/ }).click();
      await save();
      await expect(page).toHaveURL(new URL(leadsTo, new URL(list, page.url())).href);
    }
    await visit(`/pipeline/${id}/edit?from=//evil.example`);
    await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/admin');
    await save();
    await expect(page).toHaveURL('/admin');
  });
});
