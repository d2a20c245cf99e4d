import { expect, test } from './fixtures';

test.describe('memos (rule 32.21)', () => {
  test('a memo is frozen after its preview', { tag: '@both' }, async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/memo`);
    await page.getByLabel('Title').fill('First look');
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = await opening;
    await expect(preview.getByText('First look').first()).toBeVisible();
    await preview.close();
    await page.getByRole('button', { name: 'Freeze memo' }).click();
    await expect(page.getByRole('list', { name: 'Frozen memos' })).toContainText('First look');
  });
});
