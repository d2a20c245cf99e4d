import { expect, test } from './fixtures';
import { expectMessage } from './steps';

test.describe('option lists (rules 24.16, 24.17 and 24.20)', () => {
  /** Restores the site's lists, which all tests share. */
  test('a next meeting is added, renamed, moved, used and retired', async ({
    page,
    visit,
    ready,
    api,
    admin,
    user,
    signIn,
  }) => {
    const name = 'In a week';
    const typo = name.replace('week', 'weak');
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await signIn(admin);
    await visit('/admin/lists');
    const list = page.getByRole('region', { name: 'Next meetings' });
    await expect(list.getByRole('textbox').first()).toBeHidden();
    await list.getByText('Next meetings').click();
    await list.getByRole('textbox', { name: 'New next meeting' }).fill(typo);
    await list.getByRole('form', { name: 'New next meeting' }).getByLabel('Days').fill('7');
    await list.getByRole('button', { name: 'Add' }).click();
    await expectMessage(page, 'Success', `${typo} added`);
    await ready();

    const entry = (of: string) => list.getByRole('form', { name: of, exact: true });
    await entry(typo).getByRole('textbox').fill(name);
    await entry(typo).getByRole('button', { name: 'Save' }).click();
    await expectMessage(page, 'Success', `${name} saved`);
    await ready();
    await entry(name).getByRole('button', { name: 'Move up' }).click();
    await expectMessage(page, 'Success', 'Moved up');
    await ready();
    const names = list.getByRole('textbox', { name: /^Name of/ });
    await expect(names.nth(-2)).toHaveValue(name);

    await signIn(user);
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('Next meeting', { exact: true }).selectOption(name);
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await expectMessage(page, 'Success', 'Pipeline updated successfully');

    await signIn(admin);
    await visit('/admin/lists');
    await list.getByText('Next meetings').click();
    await entry(name).getByRole('button', { name: 'Retire' }).click();
    await expectMessage(page, 'Success', `${name} retired`);
    await signIn(user);
    await visit(`/pipeline/${id}/edit`);
    await expect(page.getByLabel('Next meeting', { exact: true })).toHaveValue(name);
    await visit('/pipeline/new');
    await expect(page.getByLabel('Next meeting', { exact: true }).getByText(name)).toHaveCount(0);
  });
});
