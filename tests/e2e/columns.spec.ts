import { expect, test } from './fixtures';

test.describe('the order of columns (rule 21.15)', () => {
  test(
    'columns are moved by keyboard and remembered',
    { tag: '@both' },
    async ({ page, visit, ready, api, accessible }) => {
      await api.create({ companyName: 'Gantrywell', evaluationScore: 7.5 });
      await visit('/columns?back=/dashboard');
      await accessible('the columns');
      await page.getByRole('checkbox', { name: 'Business Info' }).uncheck();
      const up = page.getByRole('button', { name: 'Move Score up' });
      for (let n = 0; n < 2; n++) {
        await up.press('Enter');
        await page.waitForURL(/moved=up-score/);
        await ready();
        await expect(page.getByRole('checkbox').nth(5 - n)).toHaveValue('score');
        await expect(up).toBeFocused();
      }
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL('/dashboard');
      const heads = page.getByRole('columnheader');
      await expect(heads).toHaveText([
        'Last Updated',
        'Company',
        'Owner',
        'Stage',
        'Industry',
        'Score',
        'Round',
        'Target Size',
        'Next Meeting',
        'Actions',
      ]);
      await visit('/columns?back=/dashboard');
      await page.getByRole('button', { name: 'Restore default' }).click();
      await page.waitForURL('/dashboard');
      await expect(heads.nth(6)).toHaveText('Target Size');
    },
  );
});
