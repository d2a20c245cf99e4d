import { expect, test } from './fixtures';
import { chooseColleague, expectMessage, fullName } from './steps';

test.describe('offboarding (rule 9.28)', () => {
  test(
    'an admin transfers and disables in one form',
    { tag: '@both' },
    async ({ page, visit, ready, admin, user, api, signUp, signIn, accessible }) => {
      const ben = await signUp('Ben');
      const [id] = await api.create({ companyName: 'Fernhollow' });
      const task = { title: 'Call the founders' };
      await api.request.post(`/api/pipelines/${id}/tasks`, { data: task });
      await signIn(admin);
      await visit(`/admin/users/${user.id}`);
      await page.getByRole('link', { name: 'Disable or delete …' }).click();
      await ready();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `Disable or delete ${fullName(user)}`,
      );
      await expect(page.getByText('Deals1')).toBeVisible();
      await expect(page.getByText('Open tasks1')).toBeVisible();
      await chooseColleague(page, 'New owner', ben.email);
      await page.getByRole('radio', { name: 'Disable', exact: true }).check();
      await accessible('the form that disables or deletes');
      await page.getByRole('button', { name: 'Disable or delete account' }).click();
      await expectMessage(page, 'Account disabled', '1 deal and 1 open task transferred.');
      await expect(page.getByText('Disabled since')).toBeVisible();
      expect(await ben.api.read(id!)).toMatchObject({ userId: ben.id });
      const tasks = await ben.api.request.get(`/api/pipelines/${id}/tasks`);
      expect(await tasks.json()).toMatchObject([{ userId: ben.id }]);
    },
  );
});
