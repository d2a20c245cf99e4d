import { expect, test } from './fixtures';

test.describe('the order of columns (rule 21.15)', () => {
  test(
    'columns are moved by keyboard and remembered',
    { tag: '@both' },
    async ({ page, visit, ready, api, accessible }) => {
      await api.create({ companyName: 'Gantrywell', evaluationScore: 7.5 });
      await visit('/dashboard');
      const defaultHeads = await page.getByRole('columnheader').allInnerTexts();
      await visit('/columns?back=/dashboard');
      await accessible('the columns');
      await page.getByRole('checkbox', { name: 'Business Info' }).uncheck();
      const up = page.getByRole('button', { name: 'Move Score up' });
      const findPosition = () =>
        page
          .getByRole('checkbox', { checked: true })
          .evaluateAll((boxes) => boxes.findIndex((box) => box.getAttribute('value') === 'score'));
      const start = await findPosition();
      for (const moves of [1, 2]) {
        await up.press('Enter');
        await page.waitForURL(/moved=up-score/);
        await ready();
        await expect.poll(findPosition).toBe(start - moves);
        await expect(up).toBeFocused();
      }
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL('/dashboard');
      const shown = defaultHeads.filter((head) => head !== 'Business Info');
      const place = shown.indexOf('Score');
      const heads = page.getByRole('columnheader');
      await expect(heads).toHaveText(shown.toSpliced(place, 1).toSpliced(place - 2, 0, 'Score'));
      await visit('/columns?back=/dashboard');
      await page.getByRole('button', { name: 'Restore default' }).click();
      await page.waitForURL('/dashboard');
      await expect(heads).toHaveText(defaultHeads);
    },
  );
});
