import { expect, test } from './fixtures';
import { chooseColleague, expectMessage, row } from './steps';

test.describe('collaborators (rules 2.15, 2.16 and 18.21)', () => {
  test(
    'a collaborator is added, edits, is removed and mentioned',
    { tag: '@both' },
    async ({ page, visit, ready, user, api, signUp, signIn, expectedErrors }) => {
      expectedErrors.push(404);
      const ben = await signUp('Ben');
      const [id] = await api.create({ companyName: 'Gantrywell' });
      await visit(`/pipeline/${id}`);
      await page.getByRole('link', { name: 'Add people' }).click();
      await chooseColleague(page, 'Add a collaborator', ben.email);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expectMessage(page, 'Success', 'Ben added to this deal');

      await signIn(ben);
      await visit('/dashboard?whose=shared');
      await expect(row(page, 'Gantrywell')).toContainText('with Ben');
      await expect(page.getByRole('link', { name: 'Delete Gantrywell' })).toBeHidden();
      await ben.api.update(id!, { ceoName: 'Mei' });

      await signIn(user);
      await visit(`/pipeline/${id}/members`);
      await page.getByRole('button', { name: /^Remove Ben/ }).click();
      await expectMessage(page, 'Success', 'Removed from this deal');
      await ready();
      await expect(page.getByText('Only the owner, Ana')).toBeVisible();
      await visit(`/pipeline/${id}`);
      await page.getByLabel('Add a note').fill(`@${ben.email} has a view on this?`);
      await page.getByRole('button', { name: 'Add note' }).click();
      await expect(
        page.getByText('does not work on this deal and was not notified.'),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Add Ben', exact: true }).click();
      await expectMessage(page, 'Success', 'Ben added to this deal');
      await expect(page).toHaveURL(`/pipeline/${id}`);
      expect(await ben.api.exists(id!)).toBe(true);

      await visit(`/pipeline/${id}/members`);
      await page.getByRole('button', { name: /^Remove Ben/ }).click();
      await expect(page.getByText('Only the owner, Ana')).toBeVisible();
      await signIn(ben);
      await visit('/dashboard');
      await expect(page.getByText('Gantrywell')).toBeHidden();
      expect((await page.goto(`/pipeline/${id}`))!.status()).toBe(404);
    },
  );
});
