import { expect, test } from './fixtures';
import { answerQuestion, expectMessage, row } from './steps';

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

  test('opening another cell asks about an unsaved choice', async ({ page, visit, api }) => {
    await api.create({ companyName: 'Gantrywell' }, { companyName: 'Pinwhistle' });
    await visit('/dashboard');
    await page.getByRole('link', { name: 'Change stage of Gantrywell' }).click();
    const stage = page.getByRole('combobox', { name: 'Stage of Gantrywell' });
    await stage.selectOption('Screening');
    const other = page.getByRole('link', { name: 'Change stage of Pinwhistle' });
    await answerQuestion(page, 'dismiss', () => other.click());
    await expect(stage).toHaveValue('Screening');
    await answerQuestion(page, 'dismiss', async () => {
      await page.goBack();
    });
    await expect(stage).toHaveValue('Screening');
    await answerQuestion(page, 'accept', () => other.click());
    await expect(stage).toHaveCount(0);
    const opened = page.getByRole('combobox', { name: 'Stage of Pinwhistle' });
    await opened.selectOption('Screening');
    await opened.press('Escape');
    await expect(opened, 'Escape discards it without asking').toHaveCount(0);
  });

  test(
    'a round and a next meeting are changed in their row',
    { tag: '@both' },
    async ({ page, visit, ready, api }) => {
      const [id] = await api.create({ companyName: 'Gantrywell' });
      await visit('/dashboard');
      for (const [cell, option, shown] of [
        ['round', 'Series B', 'Series B'],
        ['next meeting', '30 days', '30 days'],
      ] as const) {
        await page.getByRole('link', { name: `Change ${cell} of Gantrywell` }).click();
        await ready();
        const select = page.getByRole('combobox', {
          name: new RegExp(`^${cell} of Gantrywell$`, 'i'),
        });
        await select.selectOption(option);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(select).toBeHidden();
        await expect(row(page, 'Gantrywell')).toContainText(shown);
        await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
        await ready();
      }
      expect(await api.read(id!)).toMatchObject({
        fundingRound: 'B',
        nextMeetingDate: '30 days',
      });
    },
  );

  test(
    'staff give a deal to another owner in its row',
    { tag: '@both' },
    async ({ page, visit, ready, admin, api, signUp, signIn }) => {
      const ben = await signUp('Ben');
      const [id] = await api.create({ companyName: 'Ravelstone' });
      await signIn(admin);
      await visit('/dashboard?search=Ravelstone');
      await page.getByRole('link', { name: 'Change owner of Ravelstone' }).first().click();
      await ready();
      const owner = page.getByRole('combobox', { name: 'Owner of Ravelstone' });
      // A fund with many accounts searches for the owner on a page of its own.
      const further = page.getByRole('link', { name: 'Choose the new owner' });
      await expect(owner.or(further)).toBeVisible();
      if (await further.isVisible()) {
        await further.click();
        await page.getByLabel('Find a colleague by name or email').fill(ben.email);
        await page.getByRole('button', { name: 'Find' }).click();
        await page.getByRole('radio', { name: ben.email }).check();
        await page.getByRole('button', { name: 'Transfer' }).click();
        await expect(page.getByText('Ravelstone transferred to')).toBeVisible();
      } else {
        await owner.selectOption(ben.email);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      }
      expect(await ben.api.read(id!)).toMatchObject({ userId: ben.id });
    },
  );
});
