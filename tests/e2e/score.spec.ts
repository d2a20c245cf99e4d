import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

const input = (page: Page) =>
  page.getByRole('spinbutton', { name: 'Score of Pinwhistle, 0 to 10' });
const badge = (page: Page) =>
  page.getByRole('link', { name: /^(Add a score for|Score of) Pinwhistle/ });
const save = (page: Page) => page.getByRole('button', { name: 'Save score' });

test.describe('the score in a row (rules 6.5, 6.7 and 13.3)', () => {
  test('a score is changed in its row, an empty one from 5.0', async ({
    page,
    visit,
    api,
    accessible,
  }) => {
    const [id] = await api.create({ companyName: 'Pinwhistle' }, { companyName: 'Gantrywell' });
    await visit('/dashboard?sort=oldest');
    await expect(badge(page)).toHaveText('+');
    await badge(page).click();
    await expect(input(page)).toHaveValue('5.0');
    await input(page).press('Enter');
    await expectMessage(page, 'Success', 'Evaluation score updated successfully');
    await accessible('a message');
    await expect(badge(page)).toHaveText('5.0');
    await badge(page).click();
    await expect(input(page)).toBeFocused();
    await input(page).fill('8.25');
    await save(page).click();
    await expect(badge(page)).toHaveText('8.3');
    await expect(input(page)).toBeHidden();
    await expect(page).toHaveURL('/dashboard?sort=oldest');
    expect(await api.read(id!)).toMatchObject({ companyName: 'Pinwhistle', evaluationScore: 8.3 });
  });

  test('a score cell opens by its URL', { tag: '@both' }, async ({ page, visit, api, scripts }) => {
    const [id] = await api.create({ companyName: 'Pinwhistle', evaluationScore: 6.4 });
    await visit(`/dashboard?score=${id}`);
    await expect(input(page)).toHaveValue('6.4');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(badge(page)).toHaveText('6.4');
    await expect(page).toHaveURL('/dashboard');
    await visit(`/dashboard?score=${id}`);
    await input(page).fill('3');
    await save(page).click();
    if (!scripts) await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('3.0');
  });

  test('saving a score far down does not scroll the list', async ({ page, visit, api }) => {
    const others = Array.from({ length: 39 }, (_, n) => ({ companyName: `Deal ${n}` }));
    await api.create({ companyName: 'Pinwhistle', evaluationScore: 6.4 }, ...others);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await visit('/dashboard');
      await badge(page).evaluate((one) => one.scrollIntoView({ block: 'center' }));
      const top = await page.evaluate(() => window.scrollY);
      expect(top).toBeGreaterThan(500);
      for (const [score, press] of [
        ['7.1', () => save(page).click()],
        ['8.2', () => page.keyboard.press('Enter')],
      ] as const) {
        await badge(page).click();
        await input(page).fill(score);
        await press();
        await expect(badge(page)).toHaveText(score);
        await expect(input(page)).toBeHidden();
        await expect(badge(page)).toBeFocused();
        await expect.poll(() => page.evaluate(() => window.scrollY), `${width} px`).toBe(top);
      }
    }
  });
});
