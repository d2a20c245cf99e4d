import { expect, test } from './fixtures';

test.describe('the board (rules 23.4, 23.6 and 23.13)', () => {
  test(
    'a deal moves by keys, dragging and page, closing asks why',
    { tag: '@both' },
    async ({ page, visit, api, scripts }) => {
      const [id] = await api.create({ companyName: 'Alder', targetFundingSize: '$5M' });
      await visit('/board');
      const column = (name: string) => page.getByRole('region', { name, exact: true });
      const card = (name: string) => column(name).getByRole('link', { name: 'Alder' });
      await expect(column('New')).toContainText('USD 5M');
      if (scripts) {
        await card('New').focus();
        await page.keyboard.press(']');
        await expect(card('Screening')).toBeFocused();
        await column('Screening').getByRole('listitem').dragTo(column('Met'));
        await expect(card('Met')).toBeVisible();
        const message = page.getByRole('listitem').filter({ hasText: 'Moved to Met' });
        await message.getByRole('button', { name: 'Undo' }).click();
        await expect(card('Screening')).toBeVisible();
      }
      await page.getByRole('link', { name: 'Move…' }).click();
      await expect(page.getByRole('combobox', { name: 'Reason' })).toBeHidden();
      await page.getByText('Passed', { exact: true }).click();
      await page.getByRole('combobox', { name: 'Reason' }).selectOption('Market');
      await page.getByRole('button', { name: 'Move' }).click();
      await expect(page).toHaveURL(/\/board$/);
      await expect(page.getByText('Moved to Passed')).toBeVisible();
      await expect(card('Passed')).toBeHidden();
      await column('Passed').getByText('Passed').click();
      await expect(card('Passed')).toBeVisible();
      expect(await api.read(id!)).toMatchObject({ stage: 'Passed' });
    },
  );

  test('a board that is out of date moves nothing (rule 3.19)', async ({
    page,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push(412);
    const [id] = await api.create({ companyName: 'Alder' });
    await visit('/board');
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    await api.update(id!, { stage: 'Met' });
    await column('New').getByRole('link', { name: 'Alder' }).focus();
    await page.keyboard.press(']');
    await expect(page.getByText('has changed it to Met in the meantime')).toBeVisible();
    await expect(column('Met').getByRole('link', { name: 'Alder' })).toBeVisible();
  });
});
