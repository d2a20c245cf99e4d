import { expect, test } from './fixtures';
import { expectMessage, row } from './steps';

test.describe('cells of the list (rule 4.31)', () => {
  test(
    'a stage is changed in its row and undone',
    { tag: '@both' },
    async ({ page, visit, ready, api, accessible }) => {
      await api.create({ companyName: 'Gantrywell' }, { companyName: 'Pinwhistle' });
      const list = '/dashboard?columns=company.owner.stage.round.meeting';
      await visit(list);
      const link = page.getByRole('link', { name: 'Change stage of Gantrywell' });
      await link.click();
      const stage = page.getByRole('combobox', { name: 'Stage of Gantrywell' });
      await expect(stage).toHaveValue('New');
      await ready();
      await accessible('an open cell');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await expect(stage).toHaveCount(0);
      await link.click();
      await stage.selectOption('Screening');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expectMessage(page, 'Gantrywell', 'Moved to Screening');
      await expect(page).toHaveURL(list);
      await expect(row(page, 'Gantrywell')).toContainText('Screening');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(row(page, 'Gantrywell')).not.toContainText('Screening');
    },
  );
});
